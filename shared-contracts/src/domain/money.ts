/** Limits of the card provider for one charge, in US dollars. */
export const BUDGET_MIN = 0.5;
export const BUDGET_MAX = 999_999.99;

/** The pilot's part of a budget, in percent. */
export const PILOT_SHARE_PERCENT = 70;
/** The platform's part of a budget, in percent. */
export const FEE_PERCENT = 100 - PILOT_SHARE_PERCENT;

const DECIMAL = /^-?\d{1,12}(\.\d{1,10})?$/;
/** Format of a decimal text; surrounding white space is ignored. */
export const DECIMAL_PATTERN = '^\\s*-?\\d{1,12}(\\.\\d{1,10})?\\s*$';

/** Parses a JSON number or a decimal text ("1250.50"); NaN for any other value ("1,000", "0x10", "1e9"). */
export function parseDecimal(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : NaN;
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value.trim()) : NaN;
}

const TYPED_DOLLARS = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/;

/**
 * Parses dollars as typed in en-US: "1250.50", "1,250.50" and "$1250". NaN for any other text, such as "1.250,50", "1,25" and
 * "$". A call sends the number: the API refuses separators and signs.
 */
export function parseDollars(text: string): number {
  const [, dollars, cents = ''] = TYPED_DOLLARS.exec(text.trim()) ?? [];
  return dollars === undefined ? NaN : parseDecimal(`${dollars.replaceAll(',', '')}${cents}`);
}

/** True for a dollar amount with at most two decimals. */
export function hasAtMostTwoDecimals(dollars: number): boolean {
  return Number(dollars.toFixed(2)) === dollars;
}

/** Converts dollars (at most two decimals) to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Converts integer cents to dollars. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** Returns the pilot's 70 % of an amount in cents, rounded half up. */
export function pilotShare(cents: number): number {
  return Math.round((cents * PILOT_SHARE_PERCENT) / 100);
}

// Created when a page first shows money: it blocks a phone, and rules without money import this file too.
let usd: Intl.NumberFormat | undefined;

/** Formats dollars in en-US: 1250.5 → "$1,250.50". */
export function formatDollars(dollars: number): string {
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return usd.format(dollars);
}

/** Formats integer cents in en-US: 125050 → "$1,250.50". */
export function formatCents(cents: number): string {
  return formatDollars(fromCents(cents));
}
