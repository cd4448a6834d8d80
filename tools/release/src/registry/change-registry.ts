import type { Registry } from '@dps/contract';
import { EXIT, RELEASE_COMMAND, CommandError, messageOf } from '../store/command-error.ts';
import type { ReleaseKey } from '../store/release-key.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { revisionContent, revisionFile } from '../store/revisions.ts';
import { StoreError } from '../store/store-error.ts';
import { historySummary } from './change-reason.ts';
import { readSigned, type ReadContext } from './read-registry.ts';
import { refuseUnfit } from './release-rules.ts';
import { signChanges } from './sign-changes.ts';
import { waitUntilServed } from './served-registry.ts';

/** Enough for many teams that release in the same second. */
const ATTEMPTS = 20;

/** The dependencies of writing the registry. */
export interface WriteContext extends ReadContext {
  /** Returns the change and writes nothing. */
  dryRun: boolean;
  /** Author of the change, for the history. */
  by: string;
  /** Reason of the change, for the history. */
  why?: string | undefined;
}

/** The dependencies of a change of the registry. */
export interface ReleaseContext extends WriteContext {
  /** Signs the change. */
  key: ReleaseKey;
  /** Makes open pages reload after the change. */
  forceReload?: boolean;
}

/** A change, with its summary for the history, without the reason: `rollback jobs 1.1.0 → 1.0.0`. */
export interface Change {
  registry: Registry;
  /** Names of unchanged entries that get a new signature. */
  resign?: readonly string[];
  summary: string;
}

/** The next revision, with a valid statement for each changed entry. */
export interface SignedChange {
  registry: Registry;
  summary: string;
  /** Identifier of the key that signed the change. */
  key: string;
}

/**
 * Creates a revision. A store can complete a write and report an error, or repeat its own write and find it there. So only
 * the stored content decides.
 *
 * @returns false if another writer was first
 * @throws CommandError if the store is unavailable
 */
async function addRevision(store: ReleaseStore, registry: Registry): Promise<boolean> {
  const { revision } = registry;
  const path = revisionFile(revision);
  const content = revisionContent(registry);
  const unknown = (cause: unknown) =>
    new CommandError(
      `${messageOf(cause)}.\nIt is unknown whether revision ${revision} was written. When the store is available again: ${RELEASE_COMMAND} status`,
      EXIT.unavailable,
    );
  let failure: unknown;
  try {
    if (await store.createFile(path, content)) return true;
  } catch (error) {
    failure = error;
  }
  const stored = await store.readFile(path).catch((error: unknown) => {
    throw unknown(failure ?? error);
  });
  if (stored?.equals(content)) return true;
  if (failure === undefined) return false;
  if (failure instanceof StoreError && failure.isLate) throw unknown(failure);
  throw new CommandError(`${messageOf(failure)}.\nThe registry is unchanged.`, EXIT.unavailable);
}

/** Returns the teams whose modules a change concerns, for the history. */
function ownersOf(before: Registry | undefined, after: Registry): { owner?: string } {
  const known = new Map(before?.modules.map((module) => [module.name, JSON.stringify(module)]));
  const changed = after.modules.filter((module) => known.get(module.name) !== JSON.stringify(module));
  const owners = [...new Set(changed.flatMap(({ owner }) => owner ?? []))];
  return owners.length > 0 ? { owner: owners.join(', ') } : {};
}

/** Adds a change to the history. The change is in use already, so a failure is a notice. */
async function record(
  { store, notice }: WriteContext,
  entry: Record<'by' | 'key' | 'summary' | 'at', string> & { revision: number; owner?: string },
): Promise<void> {
  const content = Buffer.from(`${JSON.stringify(entry, null, 2)}\n`);
  try {
    await store.createFile(`history/${entry.revision}.json`, content);
  } catch (error) {
    notice(`The change is done, but it is missing in the history: ${messageOf(error)}`);
  }
}

/**
 * Writes the next revision by compare-and-swap: one write creates it. If another writer was first, decides again on its
 * result, so that no change is lost.
 *
 * @param sign returns the next revision with that number; throws CommandError if a rule or a key rejects the change
 * @throws CommandError when other writers were repeatedly faster, or a product does not serve the change
 */
export async function writeRevision(
  context: WriteContext,
  sign: (before: Registry | undefined, revision: number) => SignedChange | Promise<SignedChange>,
): Promise<SignedChange> {
  const { store, dryRun, by, why, products } = context;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { registry: before, revision: last } = await readSigned(context);
    const revision = last + 1;
    const signed = await sign(before, revision);
    const { registry, summary, key } = signed;
    if (dryRun) return signed;
    if (!(await addRevision(store, registry))) continue;
    const at = new Date().toISOString();
    const change = historySummary(summary, { why, reloadsPages: registry.reloadBefore === revision });
    await record(context, { revision, by, ...ownersOf(before, registry), key, summary: change, at });
    await waitUntilServed(products, store, revision);
    return signed;
  }
  throw new CommandError(
    `Other commands changed the registry during ${ATTEMPTS} attempts. Try again.`,
    EXIT.unavailable,
  );
}

/**
 * Changes the registry and signs the change with the key of the context.
 *
 * @param decide returns the new registry; throws CommandError if a rule rejects the change
 * @throws CommandError as `writeRevision`
 */
export async function changeRegistry(
  context: ReleaseContext,
  decide: (before: Registry | undefined) => Change | Promise<Change>,
): Promise<Change> {
  const { key, forceReload = false } = context;
  return writeRevision(context, async (before, revision) => {
    const { registry: wanted, summary, resign = [] } = await decide(before);
    refuseUnfit(before, wanted);
    const signer = { key, keys: context.keys, forceReload, resign };
    const registry = signChanges(before, { ...wanted, revision }, signer);
    return { registry, summary, key: key.id };
  });
}
