import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { statementText, type EntrySignature, type Registry } from '@dps/contract';
import { withSignatures, type Entry } from './entries.ts';
import { keyId } from './key-ring.ts';
import { EXIT, RELEASE_COMMAND, CommandError, messageOf } from './command-error.ts';

/** A signing key with its public half. */
export interface ReleaseKey {
  privateKey: KeyObject;
  /** Base64 of the SPKI form, for `RELEASE_PUBLIC_KEYS`. */
  publicKey: string;
  /** Identifies the key in a registry: 16 hex digits. */
  id: string;
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

function releaseKey(privateKey: KeyObject): ReleaseKey {
  const publicKey = spkiOf(createPublicKey(privateKey)).toString('base64');
  return { privateKey, publicKey, id: keyId(publicKey) };
}

/**
 * Reads a private key.
 *
 * @param pem an Ed25519 private key, PKCS #8 in PEM
 * @throws CommandError when it is not such a key
 */
export function readKey(pem: string): ReleaseKey {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of type ${key.asymmetricKeyType}`);
    return releaseKey(key);
  } catch (error) {
    const advice = `Create one with: ${RELEASE_COMMAND} keygen <file>`;
    throw new CommandError(
      `The release key cannot be used: ${messageOf(error)}. ${advice}`,
      EXIT.unavailable,
    );
  }
}

/** Creates a key. Returns it with its private half as PEM. */
export function newKey(): { key: ReleaseKey; pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: releaseKey(privateKey), pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Returns the signature of an entry by a key. */
export function signEntry(
  { name, value }: Pick<Entry, 'name' | 'value'>,
  { privateKey, id }: ReleaseKey,
  stated: Pick<EntrySignature, 'revision' | 'reloadBefore'>,
): EntrySignature {
  const signature = sign(null, statementText(name, value, stated), privateKey);
  return { ...stated, key: id, value: signature.toString('base64') };
}

/** Returns the registry with a signature of each entry by one key, for stores of one machine. */
export function signRegistry(registry: Registry, key: ReleaseKey): Registry {
  const { revision, reloadBefore } = registry;
  const stated = { revision, ...(reloadBefore !== undefined && { reloadBefore }) };
  return withSignatures(registry, (entry) => signEntry(entry, key, stated));
}
