import { isDeepStrictEqual } from 'node:util';
import type { EntrySignature, Registry } from '@dps/contract';
import { entriesOf, withSignatures, type Entry } from '../store/entries.ts';
import { KeyRing, type TeamKey } from '../store/key-ring.ts';
import { UnchangedError } from '../store/command-error.ts';
import { signEntry, type ReleaseKey } from '../store/release-key.ts';

/** The key of a change, and the entries that it signs. */
interface Signer {
  key: ReleaseKey;
  /** The keys of the deployment. */
  keys: readonly TeamKey[];
  /** Makes open pages reload after the change. */
  forceReload: boolean;
  /** Names of unchanged entries that get a new signature. */
  resign: readonly string[];
}

/**
 * Refuses a key that may not release a module or the shell, before a command checks a build and writes files.
 *
 * @throws UnchangedError
 */
export function refuseForeignKey(
  { key, keys }: { key: ReleaseKey; keys: readonly TeamKey[] },
  name: string,
): void {
  if (!new KeyRing(keys).mayRelease(key.publicKey, name))
    throw new UnchangedError(
      `The key ${key.id} may not release ${name}. Use the key of its team, or change the keys of the deployment.`,
    );
}

/**
 * Signs the changed entries of a registry. Unchanged ones keep the signature of their owner.
 *
 * @param before the current registry; undefined in an empty store
 * @throws UnchangedError if the key may not release a changed entry
 */
export function signChanges(before: Registry | undefined, wanted: Registry, signer: Signer): Registry {
  const { key, forceReload, resign } = signer;
  const { revision } = wanted;
  const earlier = new Map((before ? entriesOf(before) : []).map((entry) => [entry.name, entry]));
  const stated: EntrySignature[] = [];
  let signed = 0;
  const signatureOf = (entry: Entry): EntrySignature => {
    const last = earlier.get(entry.name);
    const known = last?.signature;
    const isSame = known && !resign.includes(entry.name) && isDeepStrictEqual(last.value, entry.value);
    if (isSame) {
      stated.push(known);
      return known;
    }
    refuseForeignKey(signer, entry.name);
    const reloadBefore = forceReload ? revision : known?.reloadBefore;
    const signature = signEntry(entry, key, {
      revision,
      ...(reloadBefore !== undefined && { reloadBefore }),
    });
    signed += 1;
    stated.push(signature);
    return signature;
  };
  const { reloadBefore: _reloadBefore, ...rest } = wanted;
  const registry = withSignatures(rest, signatureOf);
  if (forceReload && signed === 0)
    throw new UnchangedError('--force-reload needs a change of a module or the shell.');
  const reloadBefore = Math.max(0, ...stated.map((each) => each.reloadBefore ?? 0));
  return reloadBefore > 0 ? { ...registry, reloadBefore } : registry;
}
