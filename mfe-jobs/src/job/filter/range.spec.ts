import { contains, readRange } from './range.ts';

describe('contains', () => {
  it.each([
    [{ from: null, to: null }, 5, true],
    [{ from: 5, to: 5 }, 5, true],
    [{ from: 5, to: null }, 4, false],
    [{ from: 5, to: null }, 5, true],
    [{ from: null, to: 5 }, 5, true],
    [{ from: null, to: 5 }, 6, false],
    [{ from: 0, to: null }, 0, true],
  ])('%j of %d: %s', (range, value, expected) => {
    expect(contains(range, value)).toBe(expected);
  });

  it.each([
    ['2026-11-30', false],
    ['2026-12-01', true],
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('December of %s: %s', (day, expected) => {
    expect(contains({ from: '2026-12-01', to: '2026-12-31' }, day)).toBe(expected);
  });
});

describe('readRange', () => {
  const read = (text: string) => (/^\d+$/.test(text) ? Number(text) : null);
  const open = { from: null, to: null };
  it.each([
    ['', '', open, open],
    [' ', '', open, open],
    ['1', '', { from: 1, to: null }, open],
    ['', '2', { from: null, to: 2 }, open],
    ['1', '2', { from: 1, to: 2 }, open],
    ['2', '2', { from: 2, to: 2 }, open],
    ['0', '0', { from: 0, to: 0 }, open],
    ['3', '2', open, { from: null, to: 'reversed' }],
    ['x', '2', { from: null, to: 2 }, { from: 'unreadable', to: null }],
    ['1', 'x', { from: 1, to: null }, { from: null, to: 'unreadable' }],
    ['x', 'y', open, { from: 'unreadable', to: 'unreadable' }],
  ])('%j to %j', (from, to, range, problems) => {
    expect(readRange(from, to, read)).toEqual({ range, problems });
  });
});
