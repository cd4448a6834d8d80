import { contains, readRange } from './range.ts';

describe('contains', () => {
  it.each([
    [{ from: null, to: null }, 5, true],
    [{ from: 5, to: 5 }, 5, true],
    [{ from: 5, to: null }, 4, false],
    [{ from: null, to: 5 }, 6, false],
    [{ from: 0, to: null }, 0, true],
  ])('%j of %d: %s', (range, value, expected) => {
    expect(contains(range, value)).toBe(expected);
  });
});

describe('readRange', () => {
  const read = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);
  const open = { from: null, to: null };
  it.each([
    [' ', '', open, open],
    ['1', '', { from: 1, to: null }, open],
    ['', '2', { from: null, to: 2 }, open],
    ['1', '2', { from: 1, to: 2 }, open],
    ['2', '2', { from: 2, to: 2 }, open],
    ['3', '2', open, { from: null, to: 'reversed' }],
    ['x', '2', { from: null, to: 2 }, { from: 'unreadable', to: null }],
    ['x', 'y', open, { from: 'unreadable', to: 'unreadable' }],
  ])('%j to %j', (from, to, range, problems) => {
    expect(readRange(from, to, read)).toEqual({ range, problems });
  });
});
