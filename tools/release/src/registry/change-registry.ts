import { isSigned, parseRegistry, type Registry } from '@dps/shared-contracts';
import { EXIT, messageOf, Refusal } from '@dps/release-store/refusal';
import { signRegistry, type ReleaseKey } from '@dps/release-store/release-key';
import { addHistory } from '@dps/release-store/history';
import type { ReleaseStore, Stored } from '@dps/release-store/release-store';

/** Enough for a good many teams that release in the same second. */
const ATTEMPTS = 20;

export interface ReleaseContext {
  store: ReleaseStore;
  key: ReleaseKey;
  /** Public keys besides one's own that may vouch for the registry that is found. */
  trusted: readonly string[];
  /** Takes a registry that nobody has signed, once, to begin with. */
  trustUnsigned: boolean;
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

function parsed({ text }: Stored, address: string): Registry {
  try {
    return parseRegistry(text);
  } catch (error) {
    throw new Refusal(`The registry in ${address} cannot be used: ${messageOf(error)}`, EXIT.unavailable);
  }
}

/**
 * Reads the registry and refuses one that nobody vouches for.
 *
 * @returns the registry, undefined in an empty store, and the mark of its state
 */
export async function readSigned(
  context: Omit<ReleaseContext, 'dryRun' | 'by'>,
): Promise<{ registry: Registry | undefined; mark: string | null }> {
  const { store, key, trusted, trustUnsigned } = context;
  const stored = await store.readRegistry();
  if (!stored) return { registry: undefined, mark: null };
  const registry = parsed(stored, store.address);
  const known = await isSigned(registry, [key.publicKey, ...trusted]);
  if (known || (trustUnsigned && !registry.signature)) return { registry, mark: stored.mark };
  throw new Refusal(
    registry.signature
      ? `The registry in ${store.address} is signed with key ${registry.signature.key}, which is not trusted here, or was changed afterwards. Look at its history before anything else; a colleague's key is trusted through RELEASE_PUBLIC_KEYS.`
      : `The registry in ${store.address} is not signed. If it is yours, say so once: --trust-unsigned`,
    EXIT.unavailable,
  );
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
    const { registry: before, mark } = await readSigned(context);
    const { registry: wanted, summary } = await decide(before);
    const revision = (before?.revision ?? 0) + 1;
    const registry = signRegistry({ ...wanted, revision }, key);
    const text = `${JSON.stringify(registry, null, 2)}\n`;
    if (dryRun) return { registry, summary };
    if (!(await store.replaceRegistry(text, revision, mark))) continue;
    await addHistory(store, { revision, by, key: key.id, summary });
    return { registry, summary };
  }
  throw new Refusal(`Others changed the registry ${ATTEMPTS} times in between. Try again.`, EXIT.unavailable);
}
