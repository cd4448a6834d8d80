import { createHash } from 'node:crypto';

/** Subresource integrity of a file's content: `sha256-…`. */
export function integrityOf(content: Uint8Array): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
