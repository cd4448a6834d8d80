import * as fc from 'fast-check';
import {
  BUDGET_MAX,
  decimalDollars,
  formatCents,
  parseDecimal,
  parseDollars,
  pilotShare,
  readJson,
  toCents,
  writeJson,
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
    ['1250.50', 125_050],
    ['1,250.50', 125_050],
    ['$1250', 125_000],
    [' $1,250.5 ', 125_050],
    ['$ 1,250,000', 125_000_000],
    ['1.005', 100.5],
    ['1.250,50', NaN],
    ['1,25', NaN],
    [',250', NaN],
    ['1,250.', NaN],
    ['$', NaN],
    ['-5', NaN],
    ['1 250', NaN],
    ['', NaN],
  ])('reads %p as %p cents', (typed, cents) => {
    expect(parseDollars(typed)).toBe(cents);
  });
});

describe('money', () => {
  it.each([
    [1.005, 100.5],
    [0.07, 7],
    [1.1, 110],
    [999_999.99, 99_999_999],
    [0.1 + 0.2, 30.000_000_000_000_004],
    [-0.57, -57],
  ])('[ENTITY-10] converts %p dollars to %p cents', (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });

  it('[ENTITY-10] converts every amount back to the same cents', () => {
    fc.assert(fc.property(fc.nat(BUDGET_MAX), (cents) => expect(toCents(cents / 100)).toBe(cents)));
  });

  it.each([
    [100, 70],
    [101, 71],
    [99_999_999, 69_999_999],
    [0, 0],
  ])("the pilot's share of %p cents is %p", (cents, expected) => {
    expect(pilotShare(cents)).toBe(expected);
  });

  it('[PAYM-16] formats cents', () => {
    expect(formatCents(125_050)).toBe('$1,250.50');
    expect(decimalDollars(125_050)).toBe('1250.50');
  });
});

describe('JSON', () => {
  const jobs = [{ id: 100, budget: 125_050, payment: { amount: 7, refundedAmount: 0 }, acceptedTerms: null }];
  const json =
    '[{"id":100,"budget":1250.5,"payment":{"amount":0.07,"refundedAmount":0},"acceptedTerms":null}]';

  it('has money in dollars', () => {
    expect(writeJson(jobs)).toBe(json);
    expect(readJson(json)).toEqual(jobs);
  });

  it.each(['null', '"1"', '7', '{"budget":"12"}'])('leaves %s unchanged', (text) => {
    expect(writeJson(readJson(text))).toBe(text);
  });
});
