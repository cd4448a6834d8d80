import type { AttachmentMediaType } from '@dps/shared-contracts';

/** Every kind of file that we can tell by its content. */
export type KnownMediaType = AttachmentMediaType | 'image/webp';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** The longest signature. */
const HEAD_BYTES = 12;
/** The parts by which a ZIP archive is a Word document. */
const DOCX_PARTS = ['[Content_Types].xml', 'word/'] as const;
const ZIP = 'PK\u0003\u0004';

const SIGNATURES: readonly [KnownMediaType, RegExp][] = [
  ['application/pdf', /^%PDF-/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['application/msword', /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/],
];

/** Finds some names in bytes that come in parts. */
class NameFinder {
  private readonly missing = new Set<string>(DOCX_PARTS);
  /** The end of the parts before, in which a name may have begun. */
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

/** Tells what a file is by its content, which comes in parts, whatever its name says. */
export class MediaTypeDetector {
  private head = '';
  private readonly docxParts = new NameFinder();

  push(part: Buffer): void {
    this.head += part.toString('latin1', 0, HEAD_BYTES - this.head.length);
    if (ZIP.startsWith(this.head.slice(0, ZIP.length))) this.docxParts.push(part);
  }

  /** Null for anything that we do not take. */
  end(): KnownMediaType | null {
    if (this.head.startsWith(ZIP)) return this.docxParts.foundAll ? DOCX : null;
    return SIGNATURES.find(([, signature]) => signature.test(this.head))?.[0] ?? null;
  }
}
