import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BLOCK_BYTES, blocksOf, hashContent } from '../../../platform/files/content-hash.ts';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import { VerifiedContent } from './verified-content.ts';

/** Two complete blocks and a short one. */
const SIZE = 2 * BLOCK_BYTES + 1000;
const CONTENT = randomBytes(SIZE);
const EXPECTED = { size: SIZE, blockHashes: hashContent(CONTENT).blockHashes };
const COMPLETE = { start: 0, end: SIZE };

/** Returns a content with one changed byte. */
function changedAt(position: number): Buffer {
  const changed = Buffer.from(CONTENT);
  changed.writeUInt8(changed.readUInt8(position) ^ 1, position);
  return changed;
}

/** Streams the blocks of a range in parts of `partBytes`. Returns the number of received bytes, and whether it completed. */
async function receive(content: Buffer, range: ByteRange = COMPLETE, partBytes = 64 * 1024) {
  const { start, end } = blocksOf(range, content.length);
  const blocks = content.subarray(start, end);
  const parts = Array.from({ length: Math.ceil(blocks.length / partBytes) }, (_, index) =>
    blocks.subarray(index * partBytes, (index + 1) * partBytes),
  );
  let arrived = 0;
  try {
    for await (const part of Readable.from(parts).pipe(new VerifiedContent(EXPECTED, range)))
      arrived += Buffer.from(part).length;
    return { arrived, complete: true };
  } catch {
    return { arrived, complete: false };
  }
}

describe('VerifiedContent', () => {
  it.each([1000, BLOCK_BYTES, SIZE])('passes on the content, in parts of %d bytes', async (partBytes) => {
    expect(await receive(CONTENT, COMPLETE, partBytes)).toEqual({ arrived: SIZE, complete: true });
  });

  it.each([
    [0, 1],
    [SIZE - 1, SIZE],
    [BLOCK_BYTES - 1, BLOCK_BYTES],
    [BLOCK_BYTES, BLOCK_BYTES + 1],
    [BLOCK_BYTES - 10, BLOCK_BYTES + 10],
    [1, SIZE - 1],
  ])('passes on the positions from %d up to %d, of the blocks that they touch', async (start, end) => {
    const { start: from, end: to } = blocksOf({ start, end }, SIZE);
    const blocks = Readable.from([CONTENT.subarray(from, to)]);
    const passed = await buffer(blocks.pipe(new VerifiedContent(EXPECTED, { start, end })));
    expect(passed.equals(CONTENT.subarray(start, end))).toBe(true);
  });

  it('[UPLOAD-20] withholds a changed block and those after it', async () => {
    const changed = changedAt(BLOCK_BYTES + 5);
    expect(await receive(changed)).toEqual({ arrived: BLOCK_BYTES, complete: false });
    const inside = { start: BLOCK_BYTES + 100, end: BLOCK_BYTES + 200 };
    expect(await receive(changed, inside)).toEqual({ arrived: 0, complete: false });
  });

  it('does not need the blocks outside the range', async () => {
    const last = { start: SIZE - 10, end: SIZE };
    expect(await receive(changedAt(5), last)).toEqual({ arrived: 10, complete: true });
  });

  it.each([
    ['cut short', CONTENT.subarray(0, -1), 2 * BLOCK_BYTES],
    ['cut at a block', CONTENT.subarray(0, BLOCK_BYTES), BLOCK_BYTES],
    ['longer', Buffer.concat([CONTENT, Buffer.from('!')]), SIZE],
    ['empty', Buffer.alloc(0), 0],
  ])('does not complete a content that is %s', async (_what, content, mostArrived) => {
    const { arrived, complete } = await receive(content);
    expect(complete).toBe(false);
    expect(arrived).toBeLessThanOrEqual(mostArrived);
  });
});
