import { brandOf, hasFullLength, passesLuhn } from './card-number.ts';
import type { ValidationCode } from './texts.ts';

/** Returns the problem of a field, or null for a complete and valid one. */
export type Check = (text: string) => ValidationCode | null;

/** Returns a card number in the groups of its brand, without surplus digits. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  let start = 0;
  const parts = brandOf(digits).groups.map((size) => digits.slice(start, (start += size)));
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns an expiration date as `MM / YY`. The divider follows the month at once, except during a deletion. */
export function formatExpiry(text: string, deleting: boolean): string {
  const { month, year } = splitExpiry(text);
  return year !== '' || (month.length === 2 && !deleting) ? `${month} / ${year}` : month;
}

/** Returns the digits of a security code, at most as many as the card's brand has. */
export function formatCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, brandOf(digitsOf(number)).cvcLength);
}

/** Returns the digits of a US ZIP code, at most five. */
export function formatPostalCode(text: string): string {
  return digitsOf(text).slice(0, 5);
}

export const checkNumber: Check = (text) => {
  const digits = digitsOf(text);
  if (hasFullLength(digits) && passesLuhn(digits)) return null;
  return digits.length < (brandOf(digits).lengths.at(-1) ?? 0) ? 'incomplete_number' : 'invalid_number';
};

/** Checks an expiration date; a card is valid until the end of its month. */
export function checkExpiry(text: string, now: Date): ValidationCode | null {
  const { month, year } = readExpiry(text);
  if (month === null || year === null) return 'incomplete_expiry';
  if (year < now.getFullYear()) return 'invalid_expiry_year_past';
  return year === now.getFullYear() && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : null;
}

export function checkCvc(text: string, number: string): ValidationCode | null {
  return text.length < brandOf(digitsOf(number)).cvcLength ? 'incomplete_cvc' : null;
}

export const checkPostalCode: Check = (text) => (text.length < 5 ? 'incomplete_zip' : null);

/** Returns the month from 1 to 12 and the full year; null for an incomplete one. */
export function readExpiry(text: string): { month: number | null; year: number | null } {
  const { month, year } = splitExpiry(text);
  const number = Number(month);
  return {
    month: month.length === 2 && number >= 1 ? number : null,
    year: year.length === 2 ? 2000 + Number(year) : null,
  };
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Splits the digits. A one-digit month gets a leading zero, and a year loses its century. */
function splitExpiry(text: string): { month: string; year: string } {
  const typed = digitsOf(text);
  const digits = /^([2-9]|1[3-9])/.test(typed) ? `0${typed}` : typed;
  const year = digits.slice(2);
  return { month: digits.slice(0, 2), year: /^20\d\d/.test(year) ? year.slice(2, 4) : year.slice(0, 2) };
}
