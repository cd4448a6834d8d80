import { parseRegistry, type Registry } from '@dps/shared-contracts';

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

function inDocument(): Registry {
  const text = document.getElementById('registry')?.textContent;
  if (!text) throw new Error('the document carries none');
  return parseRegistry(text);
}

function remembered(): Registry {
  const text = localStorage.getItem(REMEMBERED);
  if (text === null) throw new Error('this browser remembers none');
  return parseRegistry(text);
}

/** The revision that this browser has seen last; 0 where it remembers none that can be read. */
function lastRevision(): number {
  try {
    return remembered().revision;
  } catch {
    return 0;
  }
}

/** The registry as it stands now. Rejects where it cannot be had, or is damaged. */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('/registry.json', { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return parseRegistry(await response.text());
}

/** What only a page needs whose document carries no registry, or that asks for more than its document carries. */
const fromStore = () => import(/* webpackChunkName: "registry" */ './registry-from-store.ts');

/** The registry as it stands now, all of it. Rejects where it cannot be had, or nobody vouches for it. */
export async function fetchTrustedRegistry(): Promise<Registry> {
  const registry = await fetchRegistry();
  await (await fromStore()).refuseUntrusted(registry, lastRevision());
  return registry;
}

/** As it is for this browser and the shell that runs. */
async function overNetwork(): Promise<Registry> {
  return (await fromStore()).forThisPage(await fetchTrustedRegistry());
}

/** Where a registry can come from, best first. */
const SOURCES: [name: string, read: () => Registry | Promise<Registry>][] = [
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
      return await read();
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
