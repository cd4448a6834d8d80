import type { ValidationCode } from './texts.ts';

/** Returns the problem of a field, or null for a complete and valid one. */
export type Check = (text: string) => ValidationCode | null;

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** True for 16 digits with the right check digit (Luhn, ISO/IEC 7812-1), as all test cards have. */
export function isCardNumber(digits: string): boolean {
  const sum = Array.from(digits, Number).reduceRight((total, digit, index) => {
    const value = (digits.length - index) % 2 === 1 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return /^\d{16}$/.test(digits) && sum % 10 === 0;
}

/** Returns a card number in groups of four digits. */
export function formatNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 16)
      .match(/\d{1,4}/g) ?? []
  ).join(' ');
}

/** Returns an expiration date as `MM / YY`. */
export function formatExpiry(text: string): string {
  const digits = digitsOf(text).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Returns a function that keeps the first digits of a text. */
export const firstDigits = (length: number) => (text: string) => digitsOf(text).slice(0, length);

export const checkNumber: Check = (text) => {
  const digits = digitsOf(text);
  if (isCardNumber(digits)) return null;
  return digits.length < 16 ? 'incomplete_number' : 'invalid_number';
};

/** Returns the month and the full year of `MM / YY`; null for an incomplete date. */
export function readExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(0[1-9]|1[0-2])(\d\d)$/.exec(digitsOf(text)) ?? [];
  return month === undefined ? null : { month: Number(month), year: 2000 + Number(year) };
}

/** Checks an expiration date; a card is valid until the end of its month. */
export function checkExpiry(text: string, now = new Date()): ValidationCode | null {
  const expiry = readExpiry(text);
  if (!expiry) return 'incomplete_expiry';
  return new Date(expiry.year, expiry.month) <= now ? 'invalid_expiry_year_past' : null;
}

export const checkCvc: Check = (text) => (/^\d{3}$/.test(text) ? null : 'incomplete_cvc');

export const checkPostalCode: Check = (text) => (/^\d{5}$/.test(text) ? null : 'incomplete_zip');
