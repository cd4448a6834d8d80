import { createHash, hash } from 'node:crypto';
import type { ByteRange } from '../http/byte-range.ts';

/** Size of the parts of a content that are verified separately, in bytes. The last part may be shorter. */
export const BLOCK_BYTES = 512 * 1024;
const DIGEST_BYTES = 32;

/** The SHA-256 of a content, and those of its blocks one after the other. */
export interface ContentHash {
  sha256: Buffer;
  blockHashes: Buffer;
}

/** Hashes a content that arrives in parts. */
export class ContentHasher {
  private readonly content = createHash('sha256');
  private readonly blocks: Buffer[] = [];
  private block = createHash('sha256');
  private room = BLOCK_BYTES;

  push(bytes: Buffer): void {
    this.content.update(bytes);
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + this.room);
      this.block.update(part);
      at += part.length;
      this.room -= part.length;
      if (this.room === 0) this.endBlock();
    }
  }

  end(): ContentHash {
    if (this.room < BLOCK_BYTES) this.endBlock();
    return { sha256: this.content.digest(), blockHashes: Buffer.concat(this.blocks) };
  }

  private endBlock(): void {
    this.blocks.push(this.block.digest());
    this.block = createHash('sha256');
    this.room = BLOCK_BYTES;
  }
}

export function hashContent(bytes: Buffer): ContentHash {
  const hasher = new ContentHasher();
  hasher.push(bytes);
  return hasher.end();
}

/** Returns the blocks that a range touches, as a range. */
export function blocksOf({ start, end }: ByteRange, size: number): ByteRange {
  return {
    start: start - (start % BLOCK_BYTES),
    end: Math.min(Math.ceil(end / BLOCK_BYTES) * BLOCK_BYTES, size),
  };
}

/** Returns whether a block is the one at this position of a content with these hashes. */
export function isBlockAt(position: number, block: Buffer, blockHashes: Buffer): boolean {
  const at = (position / BLOCK_BYTES) * DIGEST_BYTES;
  return hash('sha256', block, 'buffer').equals(blockHashes.subarray(at, at + DIGEST_BYTES));
}
