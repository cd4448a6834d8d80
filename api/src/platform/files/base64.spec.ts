import * as fc from 'fast-check';
import { decodeBase64, decodeDataUrl } from './base64.ts';

describe('decodeBase64', () => {
  it('decodes the base64 of any bytes', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 100 }), (array) => {
      const content = Buffer.from(array);
      expect(decodeBase64(content.toString('base64'))).toEqual(content);
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
    expect(decodeBase64(text)).toBeNull();
  });
});

it.each([
  ['content', 'data:image/png;base64,YWJj', 'abc'],
  ['nothing', 'data:image/png;base64,', ''],
  ['no prefix', 'YWJj', undefined],
  ['half a prefix', 'data:image/png', undefined],
  ['another prefix', 'data:text/html;base64,YWJj', undefined],
  ['a prefix without base64', 'data:image/png,YWJj', undefined],
  ['content that is no base64', 'data:image/png;base64,****', undefined],
  ['a second comma', 'data:image/png;base64,YWJj,YWJj', undefined],
  ['an empty text', '', undefined],
])('decodeDataUrl reads %s', (_what, text, content) => {
  expect(decodeDataUrl(text, /^data:image\/[a-z]+;base64,$/)?.toString()).toBe(content);
});
