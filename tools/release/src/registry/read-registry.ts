import type { Registry } from '@dps/contract';
import { entriesOf, settle, UntrustedEntries, type EntryProblem, type Settled } from '../store/entries.ts';
import { KeyRing, type TeamKey } from '../store/key-ring.ts';
import { EXIT, RELEASE_COMMAND, Refusal } from '../store/refusal.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { findRegistry, revisionFile } from '../store/revisions.ts';
import type { Products } from './served-registry.ts';

/** The dependencies of reading the registry. */
export interface ReadContext {
  store: ReleaseStore;
  /** The keys of the deployment, with the entries of the registry that each may sign. */
  keys: readonly TeamKey[];
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

function problemText({ name, why, key }: EntryProblem): string {
  if (why === 'unsigned')
    return `${name} is not signed. If it is yours, accept it once with --trust-unsigned`;
  if (why === 'replayed') return `${name} is older than in an earlier revision`;
  if (why === 'revoked') return `${name} is signed with key ${key}, which is revoked`;
  return `${name} is signed with key ${key}, which is not trusted here, or was changed afterwards. First look at its history. To trust a colleague's key, add it to RELEASE_PUBLIC_KEYS, or to the file of --keys`;
}

/** Returns a function that settles a registry. It throws if no entry is valid. */
function acceptor({ keys, trustUnsigned }: ReadContext) {
  const ring = new KeyRing(keys);
  return (registry: Registry, bases: readonly Registry[]): Settled => {
    const isUnsigned = !registry.signature && entriesOf(registry).every(({ signature }) => !signature);
    if (trustUnsigned && isUnsigned) return { registry, problems: [], isIncomplete: false };
    try {
      return settle(registry, bases, ring);
    } catch (error) {
      if (!(error instanceof UntrustedEntries)) throw error;
      const [first] = error.problems;
      throw new Error(first ? problemText(first) : error.message, { cause: error });
    }
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
  const { registry, entries, highest, problem: unusable } = await findRegistry(store, acceptor(context));
  const wrong = entries.filter(({ why }) => why !== 'revoked').map(problemText);
  const problem =
    unusable ?? (wrong.length > 0 ? `${revisionFile(highest)}: ${wrong.join('; ')}` : undefined);
  for (const each of entries)
    if (each.why === 'revoked')
      context.notice(
        `${problemText(each)}. Gateways use its last valid statement, or withdraw it. Sign it with a valid key: ${RELEASE_COMMAND} sign ${each.name}`,
      );
  if (problem === undefined) return { registry, revision: highest };
  if (onUnusable) {
    onUnusable(problem);
    return { registry, revision: highest };
  }
  const advice = registry
    ? `Restore it from a backup, or continue with ${entries.length > 0 ? 'the last valid entries' : `revision ${registry.revision}, which is valid`}: ${RELEASE_COMMAND} verify --repair`
    : 'No other revision is valid. Restore the folder revisions from a backup.';
  throw new Refusal(`${store.address} has no usable registry: ${problem}.\n${advice}`, EXIT.unavailable);
}
