import { isSigned, type Registry } from '@dps/contract';
import { EXIT, RELEASE_COMMAND, Refusal, messageOf } from '@dps/release-store/refusal';
import { signRegistry, type ReleaseKey } from '@dps/release-store/release-key';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { findRegistry, revisionContent, revisionFile } from '@dps/release-store/revisions';
import { StoreError } from '@dps/release-store/store-error';
import { refuseUnfit } from './release-rules.ts';
import { waitUntilServed, type Products } from './served-registry.ts';

/** Enough for many teams that release in the same second. */
const ATTEMPTS = 20;

/** What reading the registry requires. */
export interface ReadContext {
  store: ReleaseStore;
  /** Public keys that may sign the current registry. */
  trusted: readonly string[];
  /** Accepts an unsigned registry, for the first signature. */
  trustUnsigned: boolean;
  /**
   * Receives the reason why the highest revision is unusable; the last valid one, or an empty registry, then replaces it.
   * Without this callback, an unusable revision is an error.
   */
  onUnusable?: (problem: string) => void;
  /** The products that must serve a change before it is done. */
  products: Products;
  /** Receives problems that do not undo the change. */
  notice: (line: string) => void;
}

/** What a change of the registry requires. */
export interface ReleaseContext extends ReadContext {
  /** Signs the change. */
  key: ReleaseKey;
  /** Makes open pages reload after the change. */
  forceReload?: boolean;
  /** Returns the change and writes nothing. */
  dryRun: boolean;
  /** Author of the change, for the history. */
  by: string;
}

/** A change, with its summary for the history: `rollback jobs 1.1.0 → 1.0.0`. */
export interface Change {
  registry: Registry;
  summary: string;
}

/** Returns a function that throws unless a trusted key has signed a registry. */
function verifier({ trusted, trustUnsigned }: ReadContext): (registry: Registry) => Promise<void> {
  return async (registry) => {
    if (await isSigned(registry, trusted)) return;
    if (trustUnsigned && !registry.signature) return;
    throw new Error(
      registry.signature
        ? `it is signed with key ${registry.signature.key}, which is not trusted here, or was changed afterwards. First look at its history. To trust a colleague's key, add it to RELEASE_PUBLIC_KEYS`
        : 'it is not signed. If it is yours, accept it once with --trust-unsigned',
    );
  };
}

/** The current registry of a store. */
export interface CurrentRegistry {
  /** Undefined in an empty store. */
  registry: Registry | undefined;
  /** The highest revision, or 0 in an empty store. */
  revision: number;
}

/** Reads the current registry. Throws Refusal if its revision is damaged, or no trusted key has signed it. */
export async function readSigned(context: ReadContext): Promise<CurrentRegistry> {
  const { store, onUnusable } = context;
  const { registry, highest, problem } = await findRegistry(store, verifier(context));
  if (problem === undefined) return { registry, revision: highest };
  if (onUnusable) {
    onUnusable(problem);
    return { registry, revision: highest };
  }
  const advice = registry
    ? `Restore it from a backup, or continue with revision ${registry.revision}, which is valid: ${RELEASE_COMMAND} repair`
    : 'No other revision is valid. Restore the folder revisions from a backup.';
  throw new Refusal(`${store.address} has no usable registry: ${problem}.\n${advice}`, EXIT.unavailable);
}

/**
 * Creates a revision. A store can complete a write and report an error, or repeat its own write and find it there. So only
 * the stored content decides.
 *
 * @returns false if another writer was first
 * @throws Refusal if the store is unavailable
 */
async function addRevision(store: ReleaseStore, registry: Registry): Promise<boolean> {
  const { revision } = registry;
  const path = revisionFile(revision);
  const content = revisionContent(registry);
  const unknown = (cause: unknown) =>
    new Refusal(
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
  throw new Refusal(`${messageOf(failure)}.\nThe registry is unchanged.`, EXIT.unavailable);
}

/** Adds a change to the history. The change is in use already, so a failure is a notice. */
async function record(
  { store, notice }: ReleaseContext,
  entry: Record<'by' | 'key' | 'summary' | 'at', string> & { revision: number },
): Promise<void> {
  const content = Buffer.from(`${JSON.stringify(entry, null, 2)}\n`);
  try {
    await store.createFile(`history/${entry.revision}.json`, content);
  } catch (error) {
    notice(`The change is done, but it is missing in the history: ${messageOf(error)}`);
  }
}

/**
 * Changes the registry by compare-and-swap: one write creates the next revision. If another writer was first, decides again
 * on its result, so that no change is lost.
 *
 * @param decide returns the new registry; throws Refusal if a rule rejects the change
 * @throws Refusal when other writers were repeatedly faster, or a product does not serve the change
 */
export async function changeRegistry(
  context: ReleaseContext,
  decide: (before: Registry | undefined) => Change | Promise<Change>,
): Promise<Change> {
  const { store, key, dryRun, by, products, forceReload = false } = context;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { registry: before, revision: last } = await readSigned(context);
    const { registry: wanted, summary } = await decide(before);
    refuseUnfit(before, wanted);
    const revision = last + 1;
    const reload = forceReload && { reloadBefore: revision };
    const registry = signRegistry({ ...wanted, revision, ...reload }, key);
    if (dryRun) return { registry, summary };
    if (!(await addRevision(store, registry))) continue;
    await record(context, { revision, by, key: key.id, summary, at: new Date().toISOString() });
    await waitUntilServed(products, store, revision);
    return { registry, summary };
  }
  throw new Refusal(
    `Other commands changed the registry during ${ATTEMPTS} attempts. Try again.`,
    EXIT.unavailable,
  );
}
