import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { VerifiedContent } from './verified-content.ts';

const CONTENT = Buffer.from('the content of a survey');
const EXPECTED = { size: CONTENT.length, sha256: hash('sha256', CONTENT, 'buffer') };

/** What arrives of a content in parts of so many bytes, and whether it ends well. */
async function receive(content: Buffer, partBytes: number) {
  const parts = Array.from({ length: Math.ceil(content.length / partBytes) }, (_, index) =>
    content.subarray(index * partBytes, (index + 1) * partBytes),
  );
  let arrived = '';
  try {
    for await (const part of Readable.from(parts).pipe(new VerifiedContent(EXPECTED)))
      arrived += String(part);
    return { arrived, whole: true };
  } catch {
    return { arrived, whole: false };
  }
}

describe('VerifiedContent', () => {
  it.each([1, 10, 1000])('passes on what is expected, in parts of %d bytes', async (partBytes) => {
    expect(await receive(CONTENT, partBytes)).toEqual({ arrived: CONTENT.toString(), whole: true });
  });

  it.each([
    ['cut short', CONTENT.subarray(0, -1)],
    ['longer', Buffer.concat([CONTENT, Buffer.from('!')])],
    ['changed', Buffer.from(CONTENT.toString().replace('survey', 'Survey'))],
    ['nothing', Buffer.alloc(0)],
  ])('keeps the end of what is %s', async (_what, content) => {
    for (const partBytes of [1, 10, 1000]) {
      const { arrived, whole } = await receive(content, partBytes);
      expect(whole).toBe(false);
      expect(arrived.length).toBeLessThan(CONTENT.length);
    }
  });
});
