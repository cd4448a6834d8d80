import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ByteRange } from '../../../platform/http/byte-range.ts';
import { VerifiedContent } from './verified-content.ts';

const CONTENT = Buffer.from('the content of a survey');
const EXPECTED = { size: CONTENT.length, sha256: hash('sha256', CONTENT, 'buffer') };

/** Streams a range of a content in parts of `partBytes`. Returns the received bytes, and whether the stream completed. */
async function receive(content: Buffer, partBytes: number, range?: ByteRange) {
  const parts = Array.from({ length: Math.ceil(content.length / partBytes) }, (_, index) =>
    content.subarray(index * partBytes, (index + 1) * partBytes),
  );
  let arrived = '';
  try {
    for await (const part of Readable.from(parts).pipe(new VerifiedContent(EXPECTED, range)))
      arrived += String(part);
    return { arrived, complete: true };
  } catch {
    return { arrived, complete: false };
  }
}

describe('VerifiedContent', () => {
  it.each([1, 10, 1000])('passes the expected content, in parts of %d bytes', async (partBytes) => {
    expect(await receive(CONTENT, partBytes)).toEqual({ arrived: CONTENT.toString(), complete: true });
  });

  it.each([
    [0, 1],
    [0, 12],
    [4, 11],
    [9, 10],
    [10, 20],
    [22, 23],
    [0, 23],
  ])('passes the positions from %d up to %d', async (start, end) => {
    const expected = CONTENT.subarray(start, end).toString();
    for (const partBytes of [1, 3, 10, 1000]) {
      expect(await receive(CONTENT, partBytes, { start, end })).toEqual({
        arrived: expected,
        complete: true,
      });
    }
  });

  it('withholds the last part of a range whose content is changed outside the range', async () => {
    const changed = Buffer.from(CONTENT.toString().replace('survey', 'Survey'));
    for (const partBytes of [1, 10, 1000]) {
      const { arrived, complete } = await receive(changed, partBytes, { start: 2, end: 12 });
      expect(complete).toBe(false);
      expect(arrived.length).toBeLessThan(10);
    }
  });

  it.each([
    ['cut short', CONTENT.subarray(0, -1)],
    ['longer', Buffer.concat([CONTENT, Buffer.from('!')])],
    ['changed', Buffer.from(CONTENT.toString().replace('survey', 'Survey'))],
    ['empty', Buffer.alloc(0)],
  ])('withholds the last part of a content that is %s', async (_what, content) => {
    for (const partBytes of [1, 10, 1000]) {
      const { arrived, complete } = await receive(content, partBytes);
      expect(complete).toBe(false);
      expect(arrived.length).toBeLessThan(CONTENT.length);
    }
  });
});
