import { hasAtMostTwoDecimals, parseDecimal, pilotShare, toCents, formatCents } from './money.ts';

describe('parseDecimal', () => {
  it.each([
    [1250, 1250],
    ['1250.50', 1250.5],
    [' 12 ', 12],
    ['1,000', NaN],
    ['0x10', NaN],
    ['1e9', NaN],
    ['', NaN],
    [null, NaN],
    [Number('1e309'), NaN],
    [true, NaN],
  ])('reads %p as %p', (given, expected) => {
    expect(parseDecimal(given)).toBe(expected);
  });
});

describe('money', () => {
  it.each([
    [1.005, false],
    [0.001, false],
    [999_999.99, true],
    [0.1 + 0.2, false],
    [1250.5, true],
  ])('%p dollars are whole cents: %p', (dollars, expected) => {
    expect(hasAtMostTwoDecimals(dollars)).toBe(expected);
  });

  it.each([
    [100, 70],
    [101, 71],
    [99_999_999, 69_999_999],
    [0, 0],
  ])("the pilot's share of %p cents is %p", (cents, expected) => {
    expect(pilotShare(cents)).toBe(expected);
  });

  it('converts and formats without floating point noise', () => {
    expect(toCents(1.1 * 3)).toBe(330);
    expect(formatCents(125_050)).toBe('$1,250.50');
  });
});
