import { createHash, createPublicKey, verify } from 'node:crypto';
import { isModuleOrigin, isObject, statementText, type EntrySignature } from '@dps/contract';

/** A public key, and what it may release. */
export interface TeamKey {
  /** Name of its team, for messages. */
  name: string;
  /** Ed25519, base64 of the SPKI form. */
  publicKey: string;
  /** Names of modules, `shell`, or `*` for all. */
  releases: readonly string[];
  /** Origins that pages may call for these modules, if their releases declare them. */
  origins?: readonly string[];
  /** True if none of its signatures counts any more. */
  revoked?: boolean;
}

/** Returns keys that may release everything, such as those of `RELEASE_PUBLIC_KEYS`. */
export const keysForAll = (publicKeys: readonly string[]): TeamKey[] =>
  publicKeys.map((publicKey) => ({ name: 'all releases', publicKey, releases: ['*'] }));

const readPublicKey = (publicKey: string) =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });

/** Returns whether a text is an Ed25519 public key: the SPKI form in base64. */
export function isReleaseKey(text: string): boolean {
  try {
    return readPublicKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isTeamKey(value: unknown): value is TeamKey {
  if (!isObject(value)) return false;
  const { name, publicKey, releases, origins, revoked } = value;
  return (
    typeof name === 'string' &&
    typeof publicKey === 'string' &&
    isReleaseKey(publicKey) &&
    areTexts(releases) &&
    (origins === undefined || (areTexts(origins) && origins.every(isModuleOrigin))) &&
    (revoked === undefined || typeof revoked === 'boolean')
  );
}

/** Parses `keys.json`: a list of keys. Throws if it is invalid. */
export function parseKeys(json: string): TeamKey[] {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) throw new Error('expected a list of keys');
  return value.map((each: unknown, index) => {
    if (isTeamKey(each)) return each;
    throw new Error(
      `expected name, publicKey, releases and optionally origins and revoked in entry ${index + 1}`,
    );
  });
}

/** Returns the identifier of a key in a registry: 16 hex digits. */
export const keyId = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);

const mayRelease = ({ releases }: TeamKey, name: string): boolean =>
  releases.includes('*') || releases.includes(name);

function isSignedBy(text: Uint8Array, { publicKey }: TeamKey, value: string): boolean {
  try {
    return verify(null, text, readPublicKey(publicKey), Buffer.from(value, 'base64'));
  } catch {
    // An invalid key or signature is no match.
    return false;
  }
}

/** The keys of a deployment. */
export class KeyRing {
  readonly #keys: readonly TeamKey[];

  constructor(keys: readonly TeamKey[]) {
    this.#keys = keys;
  }

  /** Returns whether a key may release a module or the shell. */
  mayRelease(publicKey: string, name: string): boolean {
    const known = this.#keys.filter((each) => each.publicKey === publicKey);
    return !known.some(({ revoked }) => revoked) && known.some((each) => mayRelease(each, name));
  }

  /** Returns whether pages may call an origin for a module that declares it. */
  allows(origin: string, name: string): boolean {
    return this.#keys.some(
      (key) => key.origins?.includes(origin) && mayRelease(key, name) && this.mayRelease(key.publicKey, name),
    );
  }

  /** Returns whether the key of a signature is revoked. */
  isRevoked(id: string): boolean {
    return this.#keys.some(({ publicKey, revoked }) => revoked && keyId(publicKey) === id);
  }

  /** Returns whether a key that may release an entry has signed its current content. */
  isValid(name: string, value: object, signature: EntrySignature): boolean {
    const text = statementText(name, value, signature);
    return this.#keys.some(
      (key) => this.mayRelease(key.publicKey, name) && isSignedBy(text, key, signature.value),
    );
  }
}
