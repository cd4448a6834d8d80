import { parseRegistry, type Registry } from '@dps/contract';
import { messageOf } from './refusal.ts';
import type { ReleaseStore } from './release-store.ts';

/** One immutable file per revision. The highest revision is the current registry; the writer that creates it first wins. */
const REVISIONS = 'revisions';
const NAME = /^revisions\/(\d{1,15})\.json$/;

/** Returns the path of a revision in a store. */
export const revisionFile = (revision: number): string => `${REVISIONS}/${revision}.json`;

/** Returns the stored form of a revision. */
export const revisionContent = (registry: Registry): Buffer => Buffer.from(`${JSON.stringify(registry)}\n`);

/** Returns the numbers of the stored revisions, the highest first. */
export async function listRevisions(store: Pick<ReleaseStore, 'listFiles'>): Promise<number[]> {
  const names = await store.listFiles(REVISIONS);
  return names
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => other - one);
}

/** The registry of a store. */
export interface FoundRegistry {
  /** The highest revision that is valid. Undefined if there is none above the known revision. */
  registry: Registry | undefined;
  /** The number of the highest revision, valid or not. 0 in an empty store. */
  highest: number;
  /** Why the highest revision is not valid, with its path. Undefined if it is valid. */
  problem: string | undefined;
}

type Verify = (registry: Registry) => Promise<void>;

/** Parses a revision. Throws if it is not valid. A revision under another number would be a replay. */
async function parseRevision(content: Buffer | null, verify: Verify, revision: number): Promise<Registry> {
  if (!content) throw new Error('it is missing');
  const registry = parseRegistry(content.toString());
  if (registry.revision !== revision) throw new Error(`it contains revision ${registry.revision}`);
  await verify(registry);
  return registry;
}

/**
 * Returns the highest valid revision of a store.
 *
 * @param verify throws if the signature of a registry is not accepted
 * @param known revision that the caller already has: only higher ones are read
 * @throws if the store is unavailable
 */
export async function findRegistry(
  store: Pick<ReleaseStore, 'readFile' | 'listFiles'>,
  verify: Verify,
  known = 0,
): Promise<FoundRegistry> {
  const revisions = await listRevisions(store);
  const [highest = 0] = revisions;
  let problem: string | undefined;
  for (const revision of revisions) {
    if (revision <= known) break;
    const content = await store.readFile(revisionFile(revision));
    try {
      return { registry: await parseRevision(content, verify, revision), highest, problem };
    } catch (error) {
      problem ??= `${revisionFile(revision)}: ${messageOf(error)}`;
    }
  }
  return { registry: undefined, highest, problem };
}
