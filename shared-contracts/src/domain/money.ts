/** The card provider's limits for one charge in US dollars. */
export const BUDGET_MIN = 0.5;
export const BUDGET_MAX = 999_999.99;

/** The pilot's part of a budget. */
const PILOT_SHARE_PERCENT = 70;

const DECIMAL = /^-?\d{1,12}(\.\d{1,10})?$/;
/** How a decimal text is written: white space around it does not matter. */
export const DECIMAL_PATTERN = '^\\s*-?\\d{1,12}(\\.\\d{1,10})?\\s*$';

/** A finite number out of a JSON number or a plain decimal text ("1250.50"); NaN for anything else ("1,000", "0x10", "1e9"). */
export function parseDecimal(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : NaN;
  return typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value.trim()) : NaN;
}

/** True when a dollar amount is a whole number of cents. */
export function hasAtMostTwoDecimals(dollars: number): boolean {
  return Number(dollars.toFixed(2)) === dollars;
}

/** Dollars (at most two decimals) to integer cents. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** Integer cents to dollars. */
export function fromCents(cents: number): number {
  return cents / 100;
}

/** The pilot's 70 % of a sum of cents, rounded half up to a whole cent. */
export function pilotShare(cents: number): number {
  return Math.round((cents * PILOT_SHARE_PERCENT) / 100);
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Integer cents as US dollars in en-US: 125050 → "$1,250.50". */
export function formatCents(cents: number): string {
  return usd.format(fromCents(cents));
}

/** Dollars as US dollars in en-US: 1250.5 → "$1,250.50". */
export function formatDollars(dollars: number): string {
  return usd.format(dollars);
}
