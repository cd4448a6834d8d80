import { countsAtLeast, countsAtMost, isStorable, STORABLE_PATTERN } from './text.ts';

describe('isStorable', () => {
  it.each([
    ['plain', true],
    ['🚁 pair', true],
    ['', true],
    ['a\u0000b', false],
    ['half \ud83d', false],
    ['\ude81 half', false],
  ])('%j: %s, and its pattern agrees', (text, expected) => {
    expect(isStorable(text)).toBe(expected);
    expect(new RegExp(STORABLE_PATTERN, 'u').test(text)).toBe(expected);
  });
});

it.each([
  ['abc', 3, true],
  ['abcd', 3, false],
  ['🚁🚁🚁', 3, true],
  ['🚁🚁🚁🚁', 3, false],
  ['x'.repeat(1_000_000), 3, false],
])('%j has at most %d characters: %s', (text, max, expected) => {
  expect(countsAtMost(text, max)).toBe(expected);
});

it.each([
  ['abc', 3, true],
  ['ab', 3, false],
  ['🚁🚁', 3, false],
  ['🚁🚁🚁', 3, true],
  ['', 0, true],
])('%j has at least %d characters: %s', (text, min, expected) => {
  expect(countsAtLeast(text, min)).toBe(expected);
});
