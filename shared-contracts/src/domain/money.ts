/** Limits of the card provider for one charge, in cents. */
export const BUDGET_MIN = 50;
export const BUDGET_MAX = 99_999_999;

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
 * Converts dollars to cents: an integer, unless the dollars have more than two decimals. It moves the decimal point in the text,
 * because a product is not exact.
 */
export function toCents(dollars: number): number {
  return Number(`${dollars}e2`);
}

/**
 * Parses dollars as typed in en-US into cents: "1250.50", "1,250.50" and "$1250". NaN for any other text, such as "1.250,50",
 * "1,25" and "$".
 */
export function parseDollars(text: string): number {
  const [, dollars, decimals = ''] = TYPED_DOLLARS.exec(text.trim()) ?? [];
  return dollars === undefined ? NaN : toCents(parseDecimal(`${dollars.replaceAll(',', '')}${decimals}`));
}

/** The fields of JSON that contain money: also columns such as `refunded_amount`, and `refunded` of the audit trail. */
const MONEY_FIELD = /^budget$|^refunded$|amount$/i;

/**
 * Writes a value as JSON, with its money in dollars. Money is in integer cents everywhere else.
 *
 * @param space the indentation, as of `JSON.stringify`
 */
export function writeJson(value: unknown, space?: number): string {
  const toDollars = (field: string, content: unknown) =>
    typeof content === 'number' && MONEY_FIELD.test(field) ? content / 100 : content;
  return JSON.stringify(value, toDollars, space);
}

/** Converts the money in parsed JSON to cents, in place: a reviver makes `JSON.parse` eight times slower. */
function convertMoney(json: object): void {
  for (const [field, content] of Object.entries(json)) {
    if (typeof content === 'number') {
      if (MONEY_FIELD.test(field)) Reflect.set(json, field, toCents(content));
    } else if (typeof content === 'object' && content !== null) convertMoney(content);
  }
}

/** Parses JSON that `writeJson` has written: its money is in cents. */
export function readJson(text: string): unknown {
  const json: unknown = JSON.parse(text);
  if (typeof json === 'object' && json !== null) convertMoney(json);
  return json;
}

/** Returns the pilot's 70 % of an amount in cents, rounded half up. */
export function pilotShare(cents: number): number {
  return Math.round((cents * PILOT_SHARE_PERCENT) / 100);
}

// Created when a page first shows money: it blocks a phone, and rules without money import this file too.
let usd: Intl.NumberFormat | undefined;

/** Formats integer cents as a decimal text in dollars, for files and inputs: 125050 → "1250.50". */
export function decimalDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Formats integer cents in en-US: 125050 → "$1,250.50". */
export function formatCents(cents: number): string {
  usd ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return usd.format(cents / 100);
}
