import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';

/** Returns the entries of a comma-separated list. */
export const listOf = (text: string): string[] => text.split(',').map((each) => each.trim());

/** Returns whether a text is an `http` or `https` origin, without path, query or user. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Returns whether a text is an origin. `*` matches every port: `http://localhost:*`. */
export const isDevOrigin = (text: string): boolean => isOrigin(text.replace(/:\*$/, '')) && !/\*./.test(text);

const PROXY_GROUPS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Returns whether a text is an address, a range such as `10.0.0.0/8`, or the name of a group of ranges. */
function isProxy(text: string): boolean {
  if (PROXY_GROUPS.has(text)) return true;
  const [, address = '', bits] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const addressBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return addressBits > 0 && Number(bits ?? 1) <= addressBits;
}

/** Returns whether Fastify's `trustProxy` accepts a text as a list of proxies. */
export const areProxies = (text: string): boolean => listOf(text).every(isProxy);

/** Returns whether a text is an Ed25519 public key: the SPKI form in base64. */
export function isReleaseKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}
