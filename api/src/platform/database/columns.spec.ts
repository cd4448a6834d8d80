import { sqlList, centsTransformer, decimalTransformer } from './columns.ts';

describe('[ENTITY-10] centsTransformer', () => {
  it.each([
    [50, '0.50'],
    [57, '0.57'],
    [145_050, '1450.50'],
    [99_999_999, '999999.99'],
  ])('stores %d cents as %s', (cents, dollars) => {
    expect(centsTransformer.to(cents)).toBe(dollars);
    expect(centsTransformer.from(dollars)).toBe(cents);
  });

  it('leaves out an undefined value', () => {
    expect(centsTransformer.to(undefined)).toBeUndefined();
  });
});

it.each([
  ['12.50', 12.5],
  ['0.00', 0],
  [null, null],
])('decimalTransformer reads %s', (stored, value) => {
  expect(decimalTransformer.from(stored)).toBe(value);
});

it('sqlList quotes each value', () => {
  expect(sqlList(['pilot', 'client'])).toBe(`'pilot', 'client'`);
});
