import { isSigned, parseRegistry, type Registry } from '@dps/shared-contracts';
import { EXIT, messageOf, Refusal } from '@dps/release-store/refusal';
import { signRegistry, type ReleaseKey } from '@dps/release-store/release-key';
import type { ReleaseStore } from '@dps/release-store/release-store';

/** Enough for many teams that release in the same second. */
const ATTEMPTS = 20;

export interface ReleaseContext {
  store: ReleaseStore;
  key: ReleaseKey;
  /** Further public keys that may sign the current registry. */
  trusted: readonly string[];
  /** Accepts an unsigned registry, for the first signature. */
  trustUnsigned: boolean;
  /**
   * Receives the reason why the current registry is unusable; an empty one then replaces it. Only for a store of one
   * machine. Without this callback, an unusable registry is an error.
   */
  onUnusable?: (problem: string) => void;
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

type ReadContext = Omit<ReleaseContext, 'dryRun' | 'by'>;

function parsed(text: string, address: string): Registry {
  try {
    return parseRegistry(text);
  } catch (error) {
    throw new Refusal(`The registry in ${address} is invalid: ${messageOf(error)}`, EXIT.unavailable);
  }
}

async function trusted(text: string, context: ReadContext): Promise<Registry> {
  const { store, key, trusted: others, trustUnsigned } = context;
  const registry = parsed(text, store.address);
  const known = await isSigned(registry, [key.publicKey, ...others]);
  if (known || (trustUnsigned && !registry.signature)) return registry;
  throw new Refusal(
    registry.signature
      ? `The registry in ${store.address} is signed with key ${registry.signature.key}, which is not trusted here, or was changed afterwards. First look at its history. To trust a colleague's key, add it to RELEASE_PUBLIC_KEYS.`
      : `The registry in ${store.address} is not signed. If it is yours, accept it once with --trust-unsigned`,
    EXIT.unavailable,
  );
}

/** The registry of a store. */
export interface FoundRegistry {
  /** Undefined in an empty store. */
  registry: Registry | undefined;
  /** The last revision, or 0 in an empty store. */
  revision: number;
  /** Identifies this version of the registry; null in an empty store. */
  etag: string | null;
}

/** Revisions must grow even if the registry is unreadable, because open pages compare them. */
const REVISION = /"revision"\s*:\s*(\d{1,15})/;

/** Reads the registry. Throws Refusal if no trusted key has signed it. */
export async function readSigned(context: ReadContext): Promise<FoundRegistry> {
  const stored = await context.store.readRegistry();
  if (!stored) return { registry: undefined, revision: 0, etag: null };
  const { text, etag } = stored;
  try {
    const registry = await trusted(text, context);
    return { registry, revision: registry.revision, etag };
  } catch (error) {
    if (!context.onUnusable) throw error;
    context.onUnusable(messageOf(error));
    const revision = Math.max(Number(REVISION.exec(text)?.[1] ?? 0), stored.revision ?? 0);
    return { registry: undefined, revision, etag };
  }
}

/**
 * Changes the registry by compare-and-swap, after it has completed the change of a killed command. If another writer was first, decides again on its result, so that no change
 * is lost.
 *
 * @param decide returns the new registry; throws Refusal if a rule rejects the change
 * @throws Refusal when other writers were repeatedly faster
 */
export async function changeRegistry(
  context: ReleaseContext,
  decide: (before: Registry | undefined) => Change | Promise<Change>,
): Promise<Change> {
  const { store, key, dryRun, by } = context;
  if (!dryRun) await store.restore();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { registry: before, revision: last, etag } = await readSigned(context);
    const { registry: wanted, summary } = await decide(before);
    const revision = last + 1;
    const registry = signRegistry({ ...wanted, revision }, key);
    const text = `${JSON.stringify(registry, null, 2)}\n`;
    if (dryRun) return { registry, summary };
    if (!(await store.replaceRegistry(text, revision, etag))) continue;
    const entry = { revision, by, key: key.id, summary, at: new Date().toISOString() };
    await store.createFile(`history/${revision}.json`, Buffer.from(`${JSON.stringify(entry, null, 2)}\n`));
    return { registry, summary };
  }
  throw new Refusal(
    `Other commands changed the registry during ${ATTEMPTS} attempts. Try again.`,
    EXIT.unavailable,
  );
}
