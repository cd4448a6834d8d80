import * as fc from 'fast-check';
import { Base64Decoder, DataUrlDecoder, type ContentDecoder } from './base64-decoder.ts';

/** Decodes a text in parts of `partLength` characters. */
function decode(decoder: ContentDecoder, text: string, partLength: number): string | null {
  const decoded: Buffer[] = [];
  for (let at = 0; at < text.length; at += partLength) {
    decoded.push(Buffer.from(decoder.push(Buffer.from(text.slice(at, at + partLength), 'latin1'))));
  }
  const last = decoder.end();
  return last && Buffer.concat([...decoded, last]).toString('latin1');
}

const PART_LENGTHS = [1, 2, 3, 4, 5, 1000];

describe('Base64Decoder', () => {
  it('decodes the base64 of any bytes, in parts of any length', () => {
    const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array));
    const property = fc.property(bytes, fc.integer({ min: 1, max: 50 }), (content, partLength) => {
      expect(decode(new Base64Decoder(), content.toString('base64'), partLength)).toBe(
        content.toString('latin1'),
      );
    });
    fc.assert(property, { numRuns: 500 });
  });

  it.each([
    ['three letters', 'abc'],
    ['one letter', 'abcda'],
    ['padding in the middle', 'ab=c'],
    ['padding and more', 'YQ==YQ=='],
    ['padding alone', '===='],
    ['too much padding', 'abcd===='],
    ['padding after a complete group', 'abcd='],
    ['three of padding', 'a==='],
    ['a space', 'ab c'],
    ['a line break', 'abcd\nabc'],
    ['a line break at the end', 'abc=\n'],
    ['the base64url alphabet', 'ab-_'],
    ['the prefix of a data URL', 'data:;base64,aaaa'],
    ['a character beyond ASCII', 'abc\u00ff'],
    ['an invalid character after three valid ones', 'abc!'],
    ['an invalid character in the last group', 'ab!='],
  ])('refuses %s', (_what, text) => {
    for (const partLength of PART_LENGTHS) expect(decode(new Base64Decoder(), text, partLength)).toBeNull();
  });
});

describe('DataUrlDecoder', () => {
  const PATTERN = /^data:image\/[a-z]+;base64,$/;
  const PREFIX = 'data:image/png;base64,';

  it.each([
    ['content', `${PREFIX}YWJj`, 'abc'],
    ['nothing', PREFIX, ''],
    ['no prefix', 'YWJj', null],
    ['half a prefix', 'data:image/png', null],
    ['another prefix', 'data:text/html;base64,YWJj', null],
    ['a prefix without base64', 'data:image/png,YWJj', null],
    ['a prefix without end', `data:image/${'p'.repeat(200)};base64,YWJj`, null],
    ['content that is no base64', `${PREFIX}****`, null],
    ['a second comma', `${PREFIX}YWJj,YWJj`, null],
    ['an empty text', '', null],
  ])('reads %s', (_what, text, content) => {
    for (const partLength of PART_LENGTHS)
      expect(decode(new DataUrlDecoder(PATTERN), text, partLength)).toBe(content);
  });
});
