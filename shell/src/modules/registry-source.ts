import type { Registry } from '@dps/shared-contracts';
import { parseRegistry } from './registry-guard.ts';

const REMEMBERED = 'dps.registry';
const PATIENCE_MS = 3_000;

/** No source had a registry that can be read; `reasons` has one sentence for each, for whoever operates the product. */
export class NoRegistry extends Error {
  readonly reasons: string[];

  constructor(reasons: string[]) {
    super(`No registry could be read. ${reasons.join('. ')}`);
    this.name = 'NoRegistry';
    this.reasons = reasons;
  }
}

function inDocument(): string {
  const text = document.getElementById('registry')?.textContent;
  if (!text) throw new Error('the document carries none');
  return text;
}

async function overNetwork(): Promise<string> {
  const response = await fetch('/registry.json', { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}

function remembered(): string {
  const text = localStorage.getItem(REMEMBERED);
  if (text === null) throw new Error('this browser remembers none');
  return text;
}

/** Where a registry can come from, best first. */
const SOURCES: [name: string, read: () => string | Promise<string>][] = [
  ['In the document', inDocument],
  ['At /registry.json', overNetwork],
  ['From the last visit', remembered],
];

/**
 * Reads the registry from the first source that has a sound one.
 *
 * @throws NoRegistry when none has
 */
export async function readRegistry(): Promise<Registry> {
  const reasons: string[] = [];
  for (const [name, read] of SOURCES) {
    try {
      return parseRegistry(await read());
    } catch (error) {
      reasons.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new NoRegistry(reasons);
}

/** Keeps a registry that worked for a visit on which none can be had. */
export function rememberRegistry(registry: Registry): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(registry));
  } catch {
    // Storage that is full or forbidden only means that there is nothing to fall back on.
  }
}
