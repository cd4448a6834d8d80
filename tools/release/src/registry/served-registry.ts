import { setTimeout as delay } from 'node:timers/promises';
import { parseRegistry, type Registry } from '@dps/contract';
import { EXIT, messageOf, CommandError } from '../store/command-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { listRevisions } from '../store/revisions.ts';

const RESPONSE_TIMEOUT_MS = 5_000;
const PAUSE_MS = 100;

/** The products that serve a store. */
export interface Products {
  /** Addresses of their gateways: `https://surveys.example`. */
  urls: readonly string[];
  /** False if the addresses come from the local stack, which may have been killed: unreachable ones then do not count. */
  areRequired: boolean;
  /** Time for the gateways to serve a change, in milliseconds. They read a bucket every half second. */
  withinMs: number;
}

/** The registry that one gateway serves: a revision, or the reason why none is known. */
export interface Served {
  url: string;
  revision?: number;
  problem?: string;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return messageOf(cause);
}

async function get(url: string, path: string): Promise<Response> {
  return fetch(new URL(path, url), { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
}

/** Returns the registry that a gateway serves. Throws if it serves none. */
export async function readServedRegistry(url: string): Promise<Registry> {
  const response = await get(url, '/registry.json');
  if (!response.ok) throw new Error(`it responds with ${response.status}`);
  return parseRegistry(await response.text());
}

async function readServed(url: string): Promise<Served> {
  try {
    return { url, revision: (await readServedRegistry(url)).revision };
  } catch (error) {
    return { url, problem: causeOf(error) };
  }
}

/** Returns what each gateway serves. Omits unreachable ones unless they are required. */
export async function servedBy({ urls, areRequired }: Products): Promise<Served[]> {
  const all = await Promise.all(urls.map(readServed));
  return all.filter(({ problem }) => areRequired || problem === undefined);
}

/** Returns a sentence for each gateway that serves another revision. */
export function servedProblems(served: readonly Served[], revision: number): string[] {
  return served.flatMap(({ url, revision: found, problem }) => {
    if (problem !== undefined) return [`It is unknown what ${url} serves: ${problem}.`];
    return found === revision
      ? []
      : [`${url} serves revision ${found}, and the store has revision ${revision}.`];
  });
}

/** Line of a command that compared the store with no product. */
export const NOT_COMPARED = 'Not compared with a product: name its address with --served-by.';

/** Returns that line if no gateway was compared. */
export const notCompared = (served: readonly Served[]): string[] => (served.length > 0 ? [] : [NOT_COMPARED]);

/** Reports after a change that no product was compared with the store, so users may still have the earlier releases. */
export async function reportUncompared({
  products,
  notice,
}: {
  products: Products;
  notice: (line: string) => void;
}): Promise<void> {
  for (const line of notCompared(await servedBy(products))) notice(line);
}

/** Returns what a gateway reports about its own state. */
async function healthOf(url: string): Promise<string> {
  try {
    return `${url}/healthz reports: ${(await (await get(url, '/healthz')).text()).trim()}`;
  } catch {
    return `${url}/healthz does not respond.`;
  }
}

/**
 * Waits until all gateways serve a revision, or a later one of the store. A gateway whose revision the store does not have
 * serves another history.
 *
 * @throws CommandError if one does not in time
 */
export async function waitUntilServed(
  products: Products,
  store: Pick<ReleaseStore, 'listFiles'>,
  revision: number,
): Promise<void> {
  const end = performance.now() + products.withinMs;
  for (;;) {
    const served = await servedBy(products);
    const stored = served.length > 0 ? await listRevisions(store) : [];
    const late = served.filter(({ revision: found = 0 }) => found < revision || !stored.includes(found));
    const [first] = late;
    if (!first) return;
    if (performance.now() > end)
      throw new CommandError(
        [
          `Revision ${revision} is stored, but it is not in use everywhere.`,
          ...servedProblems(late, revision),
          await healthOf(first.url),
        ].join('\n'),
        EXIT.unavailable,
      );
    await delay(PAUSE_MS);
  }
}
