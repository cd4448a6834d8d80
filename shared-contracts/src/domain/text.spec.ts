import {
  countsAtLeast,
  countsAtMost,
  isName,
  isStorable,
  isVisible,
  NAME_PATTERN,
  STORABLE_PATTERN,
  VISIBLE_PATTERN,
} from './text.ts';

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

describe('isStorable', () => {
  it.each([
    ['🚁 pair', true],
    ['a\u0000b', false],
    ['half \ud83d', false],
    ['\ude81 half', false],
  ])('%j: %s, and its pattern agrees', (text, expected) => {
    expect(isStorable(text)).toBe(expected);
    expect(new RegExp(STORABLE_PATTERN, 'u').test(text)).toBe(expected);
  });
});

describe('[SECURE-20] isVisible', () => {
  it.each([
    ['a', true],
    [' ?\n', true],
    ['🚁', true],
    ['測', true],
    ['', false],
    ['\u00a0\u3000', false],
    ['\u200b\u200d\ufeff', false],
    ['\u202e\u2066', false],
    ['\u0301', false],
    ['\u2800', false],
    ['\u{e0041}\ufe0f', false],
  ])('%j: %s', (text, expected) => {
    expect(isVisible(text)).toBe(expected);
  });
});

it('agrees with the patterns for each character of ASCII, which a short test accepts', () => {
  const visible = new RegExp(VISIBLE_PATTERN, 'u');
  const name = new RegExp(NAME_PATTERN, 'u');
  expect(ASCII.filter(isVisible)).toEqual(ASCII.filter((each) => visible.test(each)));
  expect(ASCII.filter(isName)).toEqual(ASCII.filter((each) => name.test(each)));
});

describe('[SECURE-21] isName', () => {
  it.each([
    ['two words', 'Roof survey', true],
    ['accents, in one or two characters', 'Ríó Ri\u0301o', true],
    ['Arabic letters', 'مسح جوي', true],
    ['an emoji in the emoji style', '✈\ufe0f', true],
    ['a joined emoji with skin tones', '👩🏽‍🤝‍👨🏿', true],
    ['a family', '👨‍👩‍👧‍👦', true],
    ['the rainbow flag', '🏳️‍🌈', true],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', true],
    ['a line break', 'a\r\nb', false],
    ['a line separator', 'a\u2028b', false],
    ['a right-to-left override', 'a\u202eb', false],
    ['a right-to-left mark', 'a\u200fb', false],
    ['a space without width', 'a\u200bb', false],
    ['a soft hyphen', 'a\u00adb', false],
    ['a joiner between letters', 'a\u200db', false],
    ['a joiner between an emoji and a letter', '🚁\u200da', false],
    ['tags without a flag', 'a\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}', false],
    ['half a surrogate pair', 'a\ud83d', false],
  ])('%s: %j: %s', (_what, text, expected) => {
    expect(isName(text)).toBe(expected);
  });
});

it.each([
  ['abc', true, true],
  ['ab', true, false],
  ['abcd', false, true],
  ['🚁🚁', true, false],
  ['🚁🚁🚁', true, true],
  ['🚁🚁🚁🚁', false, true],
  ['x'.repeat(1_000_000), false, true],
])('%j has at most 3 characters: %s, at least 3: %s', (text, atMost, atLeast) => {
  expect([countsAtMost(text, 3), countsAtLeast(text, 3)]).toEqual([atMost, atLeast]);
});
