import type { Registry } from '@dps/contract';
import { settle, UntrustedEntries, type EntryProblem, type Settled } from '../store/entries.ts';
import { keyId, KeyRing, type TeamKey } from '../store/key-ring.ts';
import { EXIT, RELEASE_COMMAND, CommandError } from '../store/command-error.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { findRegistry, revisionFile, type FoundRegistry } from '../store/revisions.ts';
import type { Products } from './served-registry.ts';

/** The dependencies of reading the registry. */
export interface ReadContext {
  store: ReleaseStore;
  /** The keys of the deployment, with the entries of the registry that each may sign. */
  keys: readonly TeamKey[];
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

/** Returns whether an entry is signed with a key that is not in the settings of this command. */
const hasUnknownKey = ({ why, key }: EntryProblem, keys: readonly TeamKey[]): boolean =>
  why === 'untrusted' && !keys.some(({ publicKey }) => keyId(publicKey) === key);

function problemText(problem: EntryProblem, keys: readonly TeamKey[]): string {
  const { name, why, key } = problem;
  if (why === 'unsigned') return `${name} is not signed`;
  if (why === 'replayed') return `${name} is older than in an earlier revision`;
  if (why === 'revoked') return `${name} is signed with key ${key}, which is revoked`;
  if (hasUnknownKey(problem, keys))
    return `${name} is signed with key ${key}, which is not trusted here: no setting has it`;
  return `${name} is signed with key ${key}, which is not trusted here, or was changed afterwards. First look at its history`;
}

/**
 * Returns a function that settles a registry. It throws if no entry is valid.
 *
 * @param refused receives the entries that are not valid
 */
function acceptor({ keys }: ReadContext, refused: EntryProblem[]) {
  const ring = new KeyRing(keys);
  return (registry: Registry, bases: readonly Registry[]): Settled => {
    try {
      const settled = settle(registry, bases, ring);
      refused.push(...settled.problems);
      return settled;
    } catch (error) {
      if (!(error instanceof UntrustedEntries)) throw error;
      refused.push(...error.problems);
      const [first] = error.problems;
      throw new Error(first ? problemText(first, keys) : error.message, { cause: error });
    }
  };
}

/** Returns how to make a registry usable again. */
function adviceFor(found: FoundRegistry, refused: readonly EntryProblem[], keys: readonly TeamKey[]): string {
  const { registry, entries } = found;
  const unknown = new Set(refused.filter((each) => hasUnknownKey(each, keys)).map(({ key }) => key));
  const missing = `If key ${[...unknown].join(', ')} belongs to the deployment, add its public half to RELEASE_PUBLIC_KEYS, or to the file of RELEASE_KEYS_FILE or --keys.`;
  const valid =
    entries.length > 0 ? 'the last valid entries' : `revision ${registry?.revision}, which is valid`;
  const repair = registry
    ? `Restore it from a backup, or continue with ${valid}: ${RELEASE_COMMAND} verify --repair`
    : 'No other revision is valid. Restore the folder revisions from a backup.';
  if (unknown.size === 0) return repair;
  return registry ? `${missing} Otherwise: ${repair}` : missing;
}

/** The current registry of a store. */
export interface CurrentRegistry {
  /** Undefined in an empty store. */
  registry: Registry | undefined;
  /** The highest revision, or 0 in an empty store. */
  revision: number;
}

/** Reads the current registry. Throws CommandError if its revision is damaged, or no trusted key has signed it. */
export async function readSigned(context: ReadContext): Promise<CurrentRegistry> {
  const { store, keys, onUnusable } = context;
  const refused: EntryProblem[] = [];
  const found = await findRegistry(store, acceptor(context, refused));
  const { registry, entries, highest, problem: unusable } = found;
  const wrong = entries.filter(({ why }) => why !== 'revoked').map((each) => problemText(each, keys));
  const problem =
    unusable ?? (wrong.length > 0 ? `${revisionFile(highest)}: ${wrong.join('; ')}` : undefined);
  for (const each of entries)
    if (each.why === 'revoked')
      context.notice(
        `${problemText(each, keys)}. Gateways use its last valid statement, or withdraw it. Sign it with a valid key: ${RELEASE_COMMAND} sign ${each.name}`,
      );
  if (problem === undefined) return { registry, revision: highest };
  if (onUnusable) {
    onUnusable(problem);
    return { registry, revision: highest };
  }
  const advice = adviceFor(found, refused, keys);
  throw new CommandError(`${store.address} has no usable registry: ${problem}.\n${advice}`, EXIT.unavailable);
}
