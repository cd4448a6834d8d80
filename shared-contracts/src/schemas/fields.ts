import { number, string } from './yup.ts';
import { parseDeadline } from '../domain/deadline.ts';
import { BUDGET_MAX, BUDGET_MIN, hasAtMostTwoDecimals, parseDecimal } from '../domain/money.ts';

/** The largest id: PostgreSQL's `integer`. */
const ID_MAX = 2_147_483_647;
const NUL = '\u0000';

/** A text of at most `max` UTF-16 units, kept as given; NUL is refused because PostgreSQL cannot store it. */
export const text = (max: number) =>
  string()
    .strict()
    .max(max, ({ max: limit }) => `Use at most ${limit} characters`)
    .test('no-nul', 'Contains a character that cannot be stored', (value) => !value?.includes(NUL));

/** An entity's id in a body: a positive integer. */
export const id = () => number().strict().integer().min(1).max(ID_MAX);

/** An entity's id in a path or query, where every value is a text of decimal digits. */
export const idInPath = () =>
  number()
    .transform((_value, original: unknown) =>
      typeof original === 'string' && /^[1-9]\d{0,9}$/.test(original) ? Number(original) : NaN,
    )
    .typeError('Expected a positive whole number')
    .integer()
    .min(1)
    .max(ID_MAX);

/** A budget in dollars: a JSON number or a decimal numeric text, with at most two decimals, within the card provider's limits. */
export const budget = () =>
  number()
    .transform((_value, original: unknown) => parseDecimal(original))
    .typeError('Enter an amount in dollars, such as 1250 or 1250.50')
    .min(BUDGET_MIN, 'The budget must be at least $0.50')
    .max(BUDGET_MAX, 'The budget must be at most $999,999.99')
    .test('cents', 'Use at most two decimals', (value) => value === undefined || hasAtMostTwoDecimals(value));

/** Flight hours of a pilot: decimal(8,2), zero or more; an empty text means none. */
export const flightHours = () =>
  number()
    .transform((_value, original: unknown) =>
      original === '' || original === null || original === undefined ? null : parseDecimal(original),
    )
    .typeError('Enter a number of hours, such as 120.5')
    .min(0, 'Flight hours cannot be negative')
    .max(999_999.99, 'Flight hours must be at most 999,999.99')
    .nullable();

/** A deadline: a calendar date `YYYY-MM-DD`, or an instant in ISO 8601 with its offset. */
export const deadline = () =>
  text(40).test('deadline', 'Enter a date that exists, such as 2026-12-31', (value) => {
    if (value === undefined || value === '') return true;
    return parseDeadline(value) !== null;
  });

/** An instant in ISO 8601 UTC, as the server writes it. */
export const instant = () => string().meta({ format: 'date-time' });
