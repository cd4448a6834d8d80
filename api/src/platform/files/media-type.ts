import type { AttachmentMediaType } from '@dps/shared-contracts';

/** The media types that the detector recognizes. */
export type KnownMediaType = AttachmentMediaType | 'image/webp';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Length of the longest signature. */
const HEAD_BYTES = 12;
/** Names of entries that identify a ZIP archive as a Word document. */
const DOCX_PARTS = ['[Content_Types].xml', 'word/'] as const;
const ZIP = 'PK\u0003\u0004';

/** Signatures at the start of files, as Latin-1. */
const SIGNATURES: readonly [KnownMediaType, (head: string) => boolean][] = [
  ['application/pdf', (head) => head.startsWith('%PDF-')],
  ['image/png', (head) => head.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/jpeg', (head) => head.startsWith('\u00ff\u00d8\u00ff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/msword', (head) => head.startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')],
];

/** Finds names in bytes that arrive in parts. */
class NameFinder {
  private readonly missing = new Set<string>(DOCX_PARTS);
  /** The end of the previous part, which may contain the start of a name. */
  private tail: Buffer = Buffer.alloc(0);

  push(part: Buffer): void {
    if (this.missing.size === 0) return;
    const bytes = Buffer.concat([this.tail, part]);
    for (const name of this.missing) if (bytes.includes(name, 0, 'latin1')) this.missing.delete(name);
    this.tail = bytes.subarray(-Math.max(...DOCX_PARTS.map((name) => name.length)));
  }

  get foundAll(): boolean {
    return this.missing.size === 0;
  }
}

/** Detects the type of a file by its content, which arrives in parts. */
export class MediaTypeDetector {
  private head = '';
  private readonly docxParts = new NameFinder();

  push(part: Buffer): void {
    this.head += part.toString('latin1', 0, HEAD_BYTES - this.head.length);
    if (ZIP.startsWith(this.head.slice(0, ZIP.length))) this.docxParts.push(part);
  }

  /** Returns null for any unsupported type. */
  end(): KnownMediaType | null {
    if (this.head.startsWith(ZIP)) return this.docxParts.foundAll ? DOCX : null;
    return SIGNATURES.find(([, begins]) => begins(this.head))?.[0] ?? null;
  }
}
