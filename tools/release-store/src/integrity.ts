import { createHash } from 'node:crypto';

const digestOf = (algorithm: string, content: Uint8Array | string): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Subresource integrity of a file's content, a text as UTF-8: `sha256-…`. */
export const integrityOf = (content: Uint8Array | string): string => digestOf('sha256', content);

/** Whether a content is the one that an integrity such as `sha384-…` is about. */
export function isIntact(content: Uint8Array, integrity: string): boolean {
  return digestOf(integrity.slice(0, integrity.indexOf('-')), content) === integrity;
}
