import { isDeepStrictEqual } from 'node:util';
import type { EntrySignature, Registry } from '@dps/contract';
import { entriesOf, moduleEntry, shellEntry, type Entry } from '@dps/release-store/entries';
import type { KeyRing } from '@dps/release-store/key-ring';
import { EarlyRefusal } from '@dps/release-store/refusal';
import { signEntry, type ReleaseKey } from '@dps/release-store/release-key';

/** Who signs a change, and what. */
interface Signer {
  key: ReleaseKey;
  ring: KeyRing;
  /** Makes open pages reload after the change. */
  forceReload: boolean;
  /** Names of unchanged entries that get a new signature. */
  resign: readonly string[];
}

/**
 * Signs the changed entries of a registry. Unchanged ones keep the signature of their owner.
 *
 * @param before the current registry; undefined in an empty store
 * @throws EarlyRefusal if the key may not release a changed entry
 */
export function signChanges(before: Registry | undefined, wanted: Registry, signer: Signer): Registry {
  const { key, ring, forceReload, resign } = signer;
  const { revision } = wanted;
  const earlier = new Map((before ? entriesOf(before) : []).map((entry) => [entry.name, entry]));
  // One signature for the complete registry had one reload for all entries.
  const legacy = before?.signature ? before.reloadBefore : undefined;
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
    if (!ring.mayRelease(key.publicKey, entry.name))
      throw new EarlyRefusal(
        last && !known
          ? `${entry.name} has no signature of its own yet. First a key for all releases must sign it: npm run release -- sign`
          : `The key ${key.id} may not release ${entry.name}. Use the key of its team, or change the keys of the deployment.`,
      );
    const reloadBefore = forceReload ? revision : (known?.reloadBefore ?? legacy);
    const signature = signEntry(entry, key, {
      revision,
      ...(reloadBefore !== undefined && { reloadBefore }),
    });
    signed += 1;
    stated.push(signature);
    return signature;
  };
  const { signature: _signature, reloadBefore: _reloadBefore, ...rest } = wanted;
  const registry: Registry = {
    ...rest,
    shellSignature: signatureOf(shellEntry(wanted)),
    modules: wanted.modules.map((module) => ({ ...module, signature: signatureOf(moduleEntry(module)) })),
  };
  if (forceReload && signed === 0)
    throw new EarlyRefusal('--force-reload needs a change of a module or the shell.');
  const reloadBefore = Math.max(0, ...stated.map((each) => each.reloadBefore ?? 0));
  return reloadBefore > 0 ? { ...registry, reloadBefore } : registry;
}
