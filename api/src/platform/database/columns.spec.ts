import { sqlList, decimalTransformer } from './columns.ts';

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
