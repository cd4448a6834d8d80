import { createHash } from 'node:crypto';

/**
 * Returns a digest in the form of browsers.
 *
 * @param algorithm `sha256`, `sha384` or `sha512`
 */
const digestOf = (algorithm: string, content: Uint8Array | string): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Returns the subresource integrity of a content: `sha256-…`. Encodes a text as UTF-8. */
export const integrityOf = (content: Uint8Array | string): string => digestOf('sha256', content);

/** Returns whether a content has the given integrity, such as `sha384-…`. */
export function isIntact(content: Uint8Array, integrity: string): boolean {
  return digestOf(integrity.slice(0, integrity.indexOf('-')), content) === integrity;
}
