import type { ContentDecoder } from './base64-decoder.ts';
import { ContentHasher, type ContentHash } from './content-hash.ts';
import { MediaTypeDetector, type KnownMediaType } from './media-type.ts';
import { Spool } from './spool.ts';

/** Reasons why a received content is invalid. */
export type FileFault = 'not_base64' | 'too_large';

interface FileFacts extends ContentHash {
  fault: FileFault | null;
  /** Bytes. */
  size: number;
  /** Detected from the content; null for any unsupported type. */
  mediaType: KnownMediaType | null;
}

/** A completely received file, stored until its request ends. */
export class ReceivedFile implements FileFacts {
  readonly fault: FileFault | null;
  readonly size: number;
  readonly sha256: Buffer;
  readonly blockHashes: Buffer;
  readonly mediaType: KnownMediaType | null;

  constructor(
    facts: FileFacts,
    private readonly spool: Spool,
  ) {
    this.fault = facts.fault;
    this.size = facts.size;
    this.sha256 = facts.sha256;
    this.blockHashes = facts.blockHashes;
    this.mediaType = facts.mediaType;
  }

  /** Yields the content in parts of `partBytes`; the last may be shorter. It stays stored until the reader ends. */
  read(partBytes: number): AsyncGenerator<Buffer, void> {
    return this.spool.read(partBytes);
  }

  /** Returns the bytes of a range; fewer at the end of the file. */
  readAt(position: number, length: number): Promise<Buffer> {
    return this.spool.readAt(position, length);
  }

  discard(): Promise<void> {
    return this.spool.discard();
  }
}

/** A file of which any part can be read. */
export type RandomAccess = Pick<ReceivedFile, 'size' | 'readAt'>;

/** Decodes and stores a file that arrives as text in parts. Computes its size, hashes and type. */
export class FileIntake {
  private readonly spool = new Spool();
  private readonly hasher = new ContentHasher();
  private readonly detector = new MediaTypeDetector();
  private size = 0;

  constructor(
    private readonly decoder: ContentDecoder,
    private readonly maxBytes: number,
  ) {}

  async push(text: Buffer): Promise<void> {
    await this.keep(this.decoder.push(text));
  }

  async end(): Promise<ReceivedFile> {
    const last = this.decoder.end();
    if (last) await this.keep(last);
    const tooLarge = this.size > this.maxBytes ? 'too_large' : null;
    const facts = {
      fault: last ? tooLarge : 'not_base64',
      size: this.size,
      ...this.hasher.end(),
      mediaType: this.detector.end(),
    } as const;
    return new ReceivedFile(facts, this.spool);
  }

  /** Discards an incomplete file. */
  discard(): Promise<void> {
    return this.spool.discard();
  }

  /** Counts all bytes, but stores none beyond the limit. */
  private async keep(bytes: Buffer): Promise<void> {
    this.size += bytes.length;
    if (bytes.length === 0 || this.size > this.maxBytes) return;
    this.hasher.push(bytes);
    this.detector.push(bytes);
    await this.spool.append(bytes);
  }
}
