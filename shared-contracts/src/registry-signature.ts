import type { Registry } from './registry.ts';

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, inOrder(each)]));
}

/**
 * Returns the signed bytes of a registry: the registry without its signature, as canonical JSON (no spaces, keys in the order
 * of their code units). So formatting and parsing do not change them.
 */
export function signedText(registry: Registry): Uint8Array<ArrayBuffer> {
  const { signature: _signature, ...rest } = registry;
  return new TextEncoder().encode(JSON.stringify(inOrder(rest)));
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

async function isSignedWith(registry: Registry, value: string, publicKey: string): Promise<boolean> {
  try {
    const { subtle } = globalThis.crypto;
    const key = await subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, bytesOf(value), signedText(registry));
  } catch {
    // An invalid key or signature is no match.
    return false;
  }
}

/**
 * Returns whether one of the keys has signed the registry in its current content.
 *
 * @param publicKeys Ed25519 public keys (base64, SPKI)
 */
export async function isSigned(registry: Registry, publicKeys: readonly string[]): Promise<boolean> {
  const value = registry.signature?.value;
  if (value === undefined) return false;
  const answers = await Promise.all(publicKeys.map((key) => isSignedWith(registry, value, key)));
  return answers.includes(true);
}
