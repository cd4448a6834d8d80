import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

interface Expected {
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

/**
 * Verifies the size and hash of a streamed content. It holds back the last part until the check succeeds, so that a client
 * never receives a truncated or changed content as complete.
 */
export class VerifiedContent extends Transform {
  private readonly hash = createHash('sha256');
  private held: Buffer | null = null;
  private size = 0;

  constructor(private readonly expected: Expected) {
    super();
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(part);
    this.size += part.length;
    const { held } = this;
    this.held = part;
    if (held) done(null, held);
    else done();
  }

  override _flush(done: TransformCallback): void {
    const { size, sha256 } = this.expected;
    if (this.size === size && this.hash.digest().equals(sha256)) done(null, this.held);
    else done(new Error('The content differs from the stored size or hash'));
  }
}
