import {
  formatCents,
  hasAtMostTwoDecimals,
  parseDecimal,
  parseDollars,
  pilotShare,
  toCents,
} from './money.ts';

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

describe('parseDollars', () => {
  it.each([
    ['1250.50', 1250.5],
    ['1,250.50', 1250.5],
    ['$1250', 1250],
    [' $1,250.5 ', 1250.5],
    ['$ 1,250,000', 1_250_000],
    ['1.250,50', NaN],
    ['1,25', NaN],
    [',250', NaN],
    ['1,250.', NaN],
    ['$', NaN],
    ['-5', NaN],
    ['1 250', NaN],
    ['', NaN],
  ])('reads %p as %p', (typed, dollars) => {
    expect(parseDollars(typed)).toBe(dollars);
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

  it('[PAYM-16] converts and formats without floating point noise', () => {
    expect(toCents(1.1 * 3)).toBe(330);
    expect(formatCents(125_050)).toBe('$1,250.50');
  });
});
