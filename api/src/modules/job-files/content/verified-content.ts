import { Transform, type TransformCallback } from 'node:stream';
import { BLOCK_BYTES, blocksOf, isBlockAt } from '../../../platform/files/content-hash.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import { ContentMissing } from './content.store.ts';

interface Expected {
  /** Bytes of the complete content. */
  size: number;
  blockHashes: Buffer;
}

/**
 * Passes on a range of a content, of which it receives the blocks that the range touches. It verifies each block first, so
 * that a client never receives a changed byte, or a truncated content as complete.
 */
export class VerifiedContent extends Transform {
  private readonly blocks: ByteRange;
  private position: number;
  private parts: Buffer[] = [];
  private collected = 0;

  constructor(
    private readonly expected: Expected,
    private readonly range: ByteRange,
  ) {
    super();
    this.blocks = blocksOf(range, expected.size);
    this.position = this.blocks.start;
  }

  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let at = 0; at < part.length;) {
      const missing = Math.min(BLOCK_BYTES, this.blocks.end - this.position) - this.collected;
      const piece = part.subarray(at, at + missing);
      this.parts.push(piece);
      this.collected += piece.length;
      at += piece.length;
      if (piece.length === missing && !this.passBlock()) {
        done(new ContentMissing('A block differs from its stored hash'));
        return;
      }
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    done(this.position === this.blocks.end ? null : new ContentMissing('It is shorter than its stored size'));
  }

  /** Passes on the collected block. Returns false if it differs from the stored one. */
  private passBlock(): boolean {
    const block = Buffer.concat(this.parts);
    if (block.length === 0 || !isBlockAt(this.position, block, this.expected.blockHashes)) return false;
    const { start, end } = this.range;
    this.push(block.subarray(Math.max(start - this.position, 0), end - this.position));
    this.position += block.length;
    this.parts = [];
    this.collected = 0;
    return true;
  }
}
