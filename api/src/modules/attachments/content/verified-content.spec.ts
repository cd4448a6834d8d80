import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { VerifiedContent } from './verified-content.ts';

const CONTENT = Buffer.from('the content of a survey');
const EXPECTED = { size: CONTENT.length, sha256: hash('sha256', CONTENT, 'buffer') };

/** Streams a content in parts of `partBytes`. Returns the received bytes, and whether the stream completed. */
async function receive(content: Buffer, partBytes: number) {
  const parts = Array.from({ length: Math.ceil(content.length / partBytes) }, (_, index) =>
    content.subarray(index * partBytes, (index + 1) * partBytes),
  );
  let arrived = '';
  try {
    for await (const part of Readable.from(parts).pipe(new VerifiedContent(EXPECTED)))
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
