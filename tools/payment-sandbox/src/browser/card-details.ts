import { brandOf, passesLuhn } from './card-number.ts';
import type { ValidationCode } from './texts.ts';

/** What is wrong with a field: null when it is complete and right. */
export type Check = (text: string) => ValidationCode | null;

/** A card number in the groups of its brand, cut at its length. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const { groups, length } = brandOf(digits);
  let start = 0;
  const parts = groups.map((size) => digits.slice(start, Math.min((start += size), length)));
  return parts.filter((part) => part !== '').join(' ');
}

/** An expiration date as `MM / YY`. The divider follows the month at once, but not while the user is deleting. */
export function formatExpiry(text: string, deleting: boolean): string {
  const { month, year } = splitExpiry(text);
  return year !== '' || (month.length === 2 && !deleting) ? `${month} / ${year}` : month;
}

/** Digits only, at most as many as the card's brand has. */
export function formatCvc(text: string, number: string): string {
  return digitsOf(text).slice(0, brandOf(digitsOf(number)).cvcLength);
}

/** A US ZIP code: five digits. */
export function formatPostalCode(text: string): string {
  return digitsOf(text).slice(0, 5);
}

export const checkNumber: Check = (text) => {
  const digits = digitsOf(text);
  if (digits.length < brandOf(digits).length) return 'incomplete_number';
  return passesLuhn(digits) ? null : 'invalid_number';
};

/** Checks an expiration date; a card is good until the end of its month. */
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

/** Month from 1 to 12 and the year in full; null for what has not been given yet. */
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

/** A first digit that can only be a month gets its zero; a year with its century loses it. */
function splitExpiry(text: string): { month: string; year: string } {
  const typed = digitsOf(text);
  const digits = /^([2-9]|1[3-9])/.test(typed) ? `0${typed}` : typed;
  const year = digits.slice(2);
  return { month: digits.slice(0, 2), year: /^20\d\d/.test(year) ? year.slice(2, 4) : year.slice(0, 2) };
}
