import { parseRegistry, type Registry } from '@dps/contract';

const STORED = 'dps.registry';
const TIMEOUT_MS = 3_000;

/** No source has a valid registry; `reasons` has one sentence for each source, for the operator. */
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
  if (!text) throw new Error('the document has none');
  return parseRegistry(text);
}

function stored(): Registry {
  const text = localStorage.getItem(STORED);
  if (text === null) throw new Error('this browser has stored none');
  return parseRegistry(text);
}

/** Returns the revision of the stored registry; 0 without a valid one. */
function lastRevision(): number {
  try {
    return stored().revision;
  } catch {
    return 0;
  }
}

/** Fetches the current registry. Rejects if it does not arrive or is not valid. */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('/registry.json', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the server responded with ${response.status}`);
  return parseRegistry(await response.text());
}

// Only a document without a registry needs it, or a page that needs more than its document has.
const fromStore = () => import(/* webpackChunkName: "registry" */ './registry-from-store.ts');

/** Fetches the complete current registry. Rejects if it does not arrive or is older than the last one. */
export async function fetchTrustedRegistry(): Promise<Registry> {
  const registry = await fetchRegistry();
  (await fromStore()).refuseOlder(registry, lastRevision());
  return registry;
}

async function overNetwork(): Promise<Registry> {
  return (await fromStore()).chooseForThisPage(await fetchTrustedRegistry());
}

/** The sources of the registry, best first. */
const SOURCES: [name: string, read: () => Registry | Promise<Registry>][] = [
  ['In the document', inDocument],
  ['At /registry.json', overNetwork],
  ['From the last visit', stored],
];

/**
 * Reads the registry from the first source with a valid one.
 *
 * @throws NoRegistry if no source has one
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

/** Stores a registry for a later page load that cannot fetch one. */
export function storeRegistry(registry: Registry): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(registry));
  } catch {
    // Without storage, there is no fallback.
  }
}
