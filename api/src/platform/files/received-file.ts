import { createHash } from 'node:crypto';
import type { ContentDecoder } from './base64-decoder.ts';
import { MediaTypeDetector, type KnownMediaType } from './media-type.ts';
import { Spool } from './spool.ts';

/** Why the content that came is not to be used. */
export type FileFault = 'not_base64' | 'too_large';

interface FileFacts {
  fault: FileFault | null;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** By the content; null for anything that we do not take. */
  mediaType: KnownMediaType | null;
}

/** A file that was received whole, and is kept for as long as its request is under way. */
export class ReceivedFile implements FileFacts {
  readonly fault: FileFault | null;
  readonly size: number;
  readonly sha256: Buffer;
  readonly mediaType: KnownMediaType | null;

  constructor(
    facts: FileFacts,
    private readonly spool: Spool,
  ) {
    this.fault = facts.fault;
    this.size = facts.size;
    this.sha256 = facts.sha256;
    this.mediaType = facts.mediaType;
  }

  /** The content in parts of this size but for the last; it is not let go before the reader has ended. */
  read(partBytes: number): AsyncGenerator<Buffer, void> {
    return this.spool.read(partBytes);
  }

  discard(): Promise<void> {
    return this.spool.discard();
  }
}

/** Receives one file that comes as text, in parts, and finds out about it what there is to know. */
export class FileIntake {
  private readonly spool = new Spool();
  private readonly hash = createHash('sha256');
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
      sha256: this.hash.digest(),
      mediaType: this.detector.end(),
    } as const;
    return new ReceivedFile(facts, this.spool);
  }

  /** For a file that will not be received whole. */
  discard(): Promise<void> {
    return this.spool.discard();
  }

  /** What is too large is counted on and kept no more. */
  private async keep(bytes: Buffer): Promise<void> {
    this.size += bytes.length;
    if (bytes.length === 0 || this.size > this.maxBytes) return;
    this.hash.update(bytes);
    this.detector.push(bytes);
    await this.spool.append(bytes);
  }
}
