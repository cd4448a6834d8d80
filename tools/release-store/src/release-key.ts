import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { signedText, type Registry } from '@dps/shared-contracts';
import { EXIT, messageOf, Refusal } from './refusal.ts';

/** The private key of whoever releases, and what others know it by. */
export interface ReleaseKey {
  privateKey: KeyObject;
  /** Base64 of the SPKI form, for the deployment's settings. */
  publicKey: string;
  /** Tells keys apart in a registry: hex. */
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
 * @throws Refusal when it is something else
 */
export function readKey(pem: string): ReleaseKey {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is of type ${key.asymmetricKeyType}`);
    return releaseKey(key);
  } catch (error) {
    const advice = 'Make one with: npm run release -- keygen <file>';
    throw new Refusal(`The release key cannot be used: ${messageOf(error)}. ${advice}`, EXIT.unavailable);
  }
}

/** A new key, and its private half as PEM. */
export function newKey(): { key: ReleaseKey; pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: releaseKey(privateKey), pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** The registry as the owner of the key vouches for it. */
export function signRegistry(registry: Registry, { privateKey, id }: ReleaseKey): Registry {
  const value = sign(null, signedText(registry), privateKey).toString('base64');
  return { ...registry, signature: { value, key: id } };
}
