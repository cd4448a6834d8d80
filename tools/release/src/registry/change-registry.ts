import { isSigned, parseRegistry, type Registry } from '@dps/shared-contracts';
import { EXIT, messageOf, Refusal } from '@dps/release-store/refusal';
import { signRegistry, type ReleaseKey } from '@dps/release-store/release-key';
import { addHistory } from '@dps/release-store/history';
import type { ReleaseStore } from '@dps/release-store/release-store';

/** Enough for a good many teams that release in the same second. */
const ATTEMPTS = 20;

export interface ReleaseContext {
  store: ReleaseStore;
  key: ReleaseKey;
  /** Public keys besides one's own that may vouch for the registry that is found. */
  trusted: readonly string[];
  /** Takes a registry that nobody has signed, once, to begin with. */
  trustUnsigned: boolean;
  /**
   * Receives why the registry that is found cannot be used; an empty one then replaces it. Only the store of one machine
   * is repaired so. Without this, such a registry is refused.
   */
  onUnusable?: (problem: string) => void;
  /** Says what would be written and writes nothing. */
  dryRun: boolean;
  /** Who releases, for the history. */
  by: string;
}

/** What a change is called in the history: `rollback jobs 1.1.0 → 1.0.0`. */
export interface Change {
  registry: Registry;
  summary: string;
}

type ReadContext = Omit<ReleaseContext, 'dryRun' | 'by'>;

function parsed(text: string, address: string): Registry {
  try {
    return parseRegistry(text);
  } catch (error) {
    throw new Refusal(`The registry in ${address} cannot be used: ${messageOf(error)}`, EXIT.unavailable);
  }
}

async function trusted(text: string, context: ReadContext): Promise<Registry> {
  const { store, key, trusted: others, trustUnsigned } = context;
  const registry = parsed(text, store.address);
  const known = await isSigned(registry, [key.publicKey, ...others]);
  if (known || (trustUnsigned && !registry.signature)) return registry;
  throw new Refusal(
    registry.signature
      ? `The registry in ${store.address} is signed with key ${registry.signature.key}, which is not trusted here, or was changed afterwards. Look at its history before anything else; a colleague's key is trusted through RELEASE_PUBLIC_KEYS.`
      : `The registry in ${store.address} is not signed. If it is yours, say so once: --trust-unsigned`,
    EXIT.unavailable,
  );
}

/** The registry of a store. */
export interface FoundRegistry {
  /** Undefined in an empty store. */
  registry: Registry | undefined;
  /** The last revision; 0 in an empty store. */
  revision: number;
  /** Identifies this state of the registry; null in an empty store. */
  mark: string | null;
}

/** Open pages compare revisions, so that revisions grow even where the registry cannot be read. */
const REVISION = /"revision"\s*:\s*(\d{1,15})/;

/** Reads the registry. Throws Refusal where no trusted key has signed it. */
export async function readSigned(context: ReadContext): Promise<FoundRegistry> {
  const stored = await context.store.readRegistry();
  if (!stored) return { registry: undefined, revision: 0, mark: null };
  const { text, mark } = stored;
  try {
    const registry = await trusted(text, context);
    return { registry, revision: registry.revision, mark };
  } catch (error) {
    if (!context.onUnusable) throw error;
    context.onUnusable(messageOf(error));
    const revision = Math.max(Number(REVISION.exec(text)?.[1] ?? 0), stored.revision ?? 0);
    return { registry: undefined, revision, mark };
  }
}

/**
 * Changes the registry by compare-and-swap: whoever finds that somebody else was first decides again on what they left,
 * so that neither change is lost.
 *
 * @param decide makes the new registry; throws Refusal where a rule says no
 * @throws Refusal when others were first again and again
 */
export async function changeRegistry(
  context: ReleaseContext,
  decide: (before: Registry | undefined) => Change | Promise<Change>,
): Promise<Change> {
  const { store, key, dryRun, by } = context;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { registry: before, revision: last, mark } = await readSigned(context);
    const { registry: wanted, summary } = await decide(before);
    const revision = last + 1;
    const registry = signRegistry({ ...wanted, revision }, key);
    const text = `${JSON.stringify(registry, null, 2)}\n`;
    if (dryRun) return { registry, summary };
    if (!(await store.replaceRegistry(text, revision, mark))) continue;
    await addHistory(store, { revision, by, key: key.id, summary });
    return { registry, summary };
  }
  throw new Refusal(`Others changed the registry ${ATTEMPTS} times in between. Try again.`, EXIT.unavailable);
}
