import { createPublicKey } from 'node:crypto';

/** Returns the entries of a comma-separated list. */
export const listOf = (text: string): string[] => text.split(',').map((each) => each.trim());

/** Returns whether a text is an `http` or `https` origin, without path, query or user. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Returns whether a text is an origin. `*` matches every port: `http://localhost:*`. */
export const isDevOrigin = (text: string): boolean => isOrigin(text.replace(/:\*$/, '')) && !/\*./.test(text);

/** Returns whether a text is an Ed25519 public key: the SPKI form in base64. */
export function isReleaseKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
