import type { AttachmentMediaType } from '@dps/contract';

/** The media types that are recognized by content. */
export type KnownMediaType = AttachmentMediaType | 'image/webp';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Length of the longest signature. */
export const HEAD_BYTES = 12;
/** Signatures at the start of files, as Latin-1. */
const SIGNATURES: readonly [KnownMediaType, (head: string) => boolean][] = [
  ['application/pdf', (head) => head.startsWith('%PDF-')],
  ['image/png', (head) => head.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/jpeg', (head) => head.startsWith('\u00ff\u00d8\u00ff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/msword', (head) => head.startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')],
  [DOCX, (head) => head.startsWith('PK\u0003\u0004')],
];

/**
 * Detects the type of a file by its first bytes. Each format of Word has the signature of its container. Returns null for any
 * unsupported type.
 */
export function mediaTypeOf(head: Buffer): KnownMediaType | null {
  const text = head.toString('latin1', 0, HEAD_BYTES);
  return SIGNATURES.find(([, begins]) => begins(text))?.[0] ?? null;
}
