import type { AttachmentMediaType } from '@dps/shared-contracts';

/** Every kind of file that we can tell by its content. */
export type KnownMediaType = AttachmentMediaType | 'image/webp';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const startsWith = (bytes: Buffer, ...signature: number[]) =>
  bytes.subarray(0, signature.length).equals(Buffer.from(signature));

const hasText = (bytes: Buffer, text: string, at: number) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** A ZIP archive with the parts that make it a Word document. */
function isDocx(bytes: Buffer): boolean {
  return (
    hasText(bytes, 'PK\u0003\u0004', 0) && bytes.includes('[Content_Types].xml') && bytes.includes('word/')
  );
}

const SIGNATURES: readonly [KnownMediaType, (bytes: Buffer) => boolean][] = [
  ['application/pdf', (bytes) => hasText(bytes, '%PDF-', 0)],
  ['image/png', (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['image/jpeg', (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff)],
  ['image/gif', (bytes) => hasText(bytes, 'GIF87a', 0) || hasText(bytes, 'GIF89a', 0)],
  ['image/webp', (bytes) => hasText(bytes, 'RIFF', 0) && hasText(bytes, 'WEBP', 8)],
  ['application/msword', (bytes) => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
  [DOCX, isDocx],
];

/** What a file is by its first bytes, whatever its name says; null for anything that we do not take. */
export function detectMediaType(bytes: Buffer): KnownMediaType | null {
  return SIGNATURES.find(([, matches]) => matches(bytes))?.[0] ?? null;
}
