import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { completeRange, type ByteRange } from '../../../platform/http/byte-range.ts';

interface Expected {
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

/**
 * Verifies the size and hash of a streamed content, and passes on a range of it. It holds back the last part of the range until
 * the check succeeds, so that a client never receives a truncated or changed content as complete. This is why it needs the
 * complete content for every range: a client could otherwise continue a download that ended at a changed content.
 */
export class VerifiedContent extends Transform {
  private readonly hash = createHash('sha256');
  private held: Buffer | null = null;
  private size = 0;

  constructor(
    private readonly expected: Expected,
    private readonly range: ByteRange = completeRange(expected),
  ) {
    super();
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.update(part);
    const passed = part.subarray(this.indexIn(part, this.range.start), this.indexIn(part, this.range.end));
    this.size += part.length;
    const { held } = this;
    if (passed.length > 0) this.held = passed;
    if (held && passed.length > 0) done(null, held);
    else done();
  }

  override _flush(done: TransformCallback): void {
    const { size, sha256 } = this.expected;
    if (this.size === size && this.hash.digest().equals(sha256)) done(null, this.held);
    else done(new Error('The content differs from the stored size or hash'));
  }

  /** Returns the index of a position of the content in the next part; the nearest one for a position outside the part. */
  private indexIn({ length }: Buffer, position: number): number {
    return Math.min(Math.max(position - this.size, 0), length);
  }
}
