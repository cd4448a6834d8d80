import {
  checkCvc,
  checkExpiry,
  checkNumber,
  checkPostalCode,
  formatCvc,
  formatExpiry,
  formatNumber,
} from './card-details.ts';

describe('a card number', () => {
  it.each([
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
  ])('%s is written %s', (typed, written) => {
    expect(formatNumber(typed)).toBe(written);
  });

  it.each([
    ['', 'incomplete_number'],
    ['4242 4242 4242 424', 'incomplete_number'],
    ['4242 4242 4242 4241', 'invalid_number'],
    ['4242 4242 4242 4242', null],
    ['3782 822463 10005', null],
  ])('%s is %s', (text, problem) => {
    expect(checkNumber(text)).toBe(problem);
  });
});

describe('an expiration date', () => {
  it.each([
    ['1', false, '1'],
    ['4', false, '04 / '],
    ['12', true, '12'],
    ['13', false, '01 / 3'],
    ['1234', false, '12 / 34'],
    ['12/34', false, '12 / 34'],
  ])('typed as %s (deleting: %s) is written %s', (typed, deleting, written) => {
    expect(formatExpiry(typed, deleting)).toBe(written);
  });

  it.each([
    ['', 'incomplete_expiry'],
    ['12 / 3', 'incomplete_expiry'],
    ['00 / 34', 'incomplete_expiry'],
    ['12 / 25', 'invalid_expiry_year_past'],
    ['10 / 26', 'invalid_expiry_month_past'],
    ['11 / 26', null],
  ])('%s is %s in November 2026', (text, problem) => {
    expect(checkExpiry(text, new Date(2026, 10, 30))).toBe(problem);
  });
});

describe('a security code', () => {
  it.each([
    ['4242', '1234', '123'],
    ['3782', '12345', '1234'],
  ])('for %s typed as %s is written %s', (number, typed, written) => {
    expect(formatCvc(typed, number)).toBe(written);
  });

  it.each([
    ['4242', '12', 'incomplete_cvc'],
    ['4242', '123', null],
    ['3782', '123', 'incomplete_cvc'],
    ['3782', '1234', null],
  ])('for %s, %s is %s', (number, text, problem) => {
    expect(checkCvc(text, number)).toBe(problem);
  });
});

it.each([
  ['9410', 'incomplete_zip'],
  ['94107', null],
])('the ZIP code %s is %s', (text, problem) => {
  expect(checkPostalCode(text)).toBe(problem);
});
