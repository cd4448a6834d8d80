import { compareVersions, fitsContract } from './contract-range.ts';

describe('fitsContract', () => {
  it.each([
    ['1.4.0', '^1.0.0', true],
    ['1.4.0', '^1.4.1', false],
    ['1.4.0', '^1.10.0', false],
    ['1.10.0', '^1.9.9', true],
    ['2.0.0', '^1.0.0', false],
    ['1.9.0', '^2.0.0', false],
    ['10.0.0', '^1.0.0', false],
    ['2.1.0', '^1.1.0 || ^2.0.0', true],
    ['1.0.9', '^1.1.0 || ^2.0.0', false],
    ['3.0.0', '^1.1.0 || ^2.0.0', false],
    ['1.0.0', '>=9', true],
  ])('a shell with %s, a module that requires %s: %s', (contract, range, expected) => {
    expect(fitsContract(contract, range)).toBe(expected);
  });
});

it.each([
  ['1.0.0', '1.0.0', 0],
  ['1.9.0', '1.10.0', -1],
  ['2.0.0', '1.99.99', 1],
  ['1.0.1', '1.0.0', 1],
  ['1.0.0-rc.1', '1.0.0', 0],
])('orders %s and %s', (one, other, expected) => {
  expect(Math.sign(compareVersions(one, other))).toBe(expected);
});
