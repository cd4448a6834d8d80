import { parseRegistry, type Registry } from '@dps/contract';
import { UntrustedEntries, type EntryProblem, type Settled } from './entries.ts';
import { messageOf } from './command-error.ts';
import type { ReleaseStore } from './release-store.ts';
import { StoreError } from './store-error.ts';

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
  /** The highest usable revision. Undefined if there is none above the known revision. */
  registry: Registry | undefined;
  /** Its entries that do not count, and were replaced by their last valid statement or withdrawn. */
  entries: readonly EntryProblem[];
  /** The number of the highest revision, valid or not. 0 in an empty store. */
  highest: number;
  /** The reason why the highest revision is not usable, with its path. Undefined if it is usable. */
  problem: string | undefined;
}

/** Returns a registry with valid entries only, by means of other registries. Throws if it is not usable. */
type Accept = (registry: Registry, bases: readonly Registry[]) => Settled;

/** Parses a revision. Throws if it is not valid. A revision under another number would be a replay. */
function parseRevision(content: Buffer | null, revision: number): Registry {
  if (!content) throw new Error('it is missing');
  const registry = parseRegistry(content.toString());
  if (registry.revision !== revision) throw new Error(`it contains revision ${registry.revision}`);
  return registry;
}

/** Settles a revision. Reads older revisions until each entry has a valid statement, at least one if none is known. */
async function settleWith(
  registry: Registry,
  known: Registry | undefined,
  accept: Accept,
  readOlder: readonly (() => Promise<Registry | undefined>)[],
): Promise<Settled> {
  const bases = known ? [known] : [];
  for (const readNext of known ? [] : readOlder) {
    const base = await readNext();
    if (base) bases.push(base);
    if (bases.length === 0) continue;
    const isComplete = isSettled(() => accept(registry, bases));
    if (isComplete) break;
  }
  return accept(registry, bases);
}

function isSettled(attempt: () => Settled): boolean {
  try {
    return !attempt().isIncomplete;
  } catch (error) {
    return !(error instanceof UntrustedEntries && error.isIncomplete);
  }
}

/**
 * Returns the highest usable revision of a store.
 *
 * @param accept see `settle`
 * @param known registry that the caller already has: only higher revisions are read
 * @throws if the store is unavailable
 */
export async function findRegistry(
  store: Pick<ReleaseStore, 'readFile' | 'listFiles'>,
  accept: Accept,
  known?: Registry,
): Promise<FoundRegistry> {
  const revisions = await listRevisions(store);
  const [highest = 0] = revisions;
  let problem: string | undefined;
  const readOlder = (revision: number) => async () => {
    const content = await store.readFile(revisionFile(revision));
    try {
      return parseRevision(content, revision);
    } catch {
      // A damaged revision has no statements.
      return undefined;
    }
  };
  for (const [index, revision] of revisions.entries()) {
    if (revision <= (known?.revision ?? 0)) break;
    const content = await store.readFile(revisionFile(revision));
    try {
      const parsed = parseRevision(content, revision);
      const older = revisions.slice(index + 1).map(readOlder);
      const { registry, problems: entries } = await settleWith(parsed, known, accept, older);
      return { registry, entries, highest, problem };
    } catch (error) {
      if (error instanceof StoreError) throw error;
      problem ??= `${revisionFile(revision)}: ${messageOf(error)}`;
    }
  }
  return { registry: undefined, entries: [], highest, problem };
}
