import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { signedText, type Registry } from '@dps/contract';
import { EXIT, RELEASE_COMMAND, Refusal, messageOf } from './refusal.ts';

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
  const spki = spkiOf(createPublicKey(privateKey));
  const id = createHash('sha256').update(spki).digest('hex').slice(0, 16);
  return { privateKey, publicKey: spki.toString('base64'), id };
}

/**
 * Reads a private key.
 *
 * @param pem an Ed25519 private key, PKCS #8 in PEM
 * @throws Refusal when it is not such a key
 */
export function readKey(pem: string): ReleaseKey {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of type ${key.asymmetricKeyType}`);
    return releaseKey(key);
  } catch (error) {
    const advice = `Create one with: ${RELEASE_COMMAND} keygen <file>`;
    throw new Refusal(`The release key cannot be used: ${messageOf(error)}. ${advice}`, EXIT.unavailable);
  }
}

/** Creates a key. Returns it with its private half as PEM. */
export function newKey(): { key: ReleaseKey; pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: releaseKey(privateKey), pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Returns the registry with a signature by the key. */
export function signRegistry(registry: Registry, { privateKey, id }: ReleaseKey): Registry {
  const value = sign(null, signedText(registry), privateKey).toString('base64');
  return { ...registry, signature: { value, key: id } };
}
