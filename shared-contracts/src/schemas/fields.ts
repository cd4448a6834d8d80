import { mixed, number, string } from './yup.ts';
import { DEADLINE_PATTERN, parseDeadline } from '../domain/deadline.ts';
import { EMAIL_MAX, isEmail, normalizeEmail, TYPED_EMAIL_MAX } from '../domain/email.ts';
import { REPORT_REASON_MAX } from '../domain/message.ts';
import {
  BUDGET_MAX,
  BUDGET_MIN,
  DECIMAL_PATTERN,
  parseDecimal,
  parseDollars,
  toCents,
} from '../domain/money.ts';
import {
  countsAtLeast,
  countsAtMost,
  isName,
  isStorable,
  isVisible,
  NAME_PATTERN,
  STORABLE_PATTERN,
  VISIBLE_PATTERN,
} from '../domain/text.ts';

/** The largest id: PostgreSQL's `integer`. */
const ID_MAX = 2_147_483_647;

/** A text of at most `max` characters, unchanged; rejects characters that PostgreSQL cannot store. */
export const text = (max: number) =>
  string()
    .strict()
    .test({
      name: 'max',
      params: { max },
      skipAbsent: true,
      message: `Use at most ${max} characters`,
      test: (value) => countsAtMost(value ?? '', max),
    })
    .test('storable', 'Contains a character that cannot be stored', (value) => isStorable(value ?? ''))
    .meta({ jsonSchema: { pattern: STORABLE_PATTERN } });

/** False for a text without a visible character, unless another test has a more specific message. */
const hasVisible = (value: string | undefined) => !value || !isStorable(value) || isVisible(value);
const VISIBLE_SCHEMA = { pattern: STORABLE_PATTERN, allOf: [{ pattern: VISIBLE_PATTERN }] };

/** A required text of at most `max` characters, one of them visible; `message` is the error for a missing text. */
export const requiredText = (max: number, message = 'Required') =>
  text(max).required(message).test('visible', message, hasVisible).meta({ jsonSchema: VISIBLE_SCHEMA });

/** The reason of a report to the operator. */
export const reportReason = () => requiredText(REPORT_REASON_MAX, 'Say what is wrong');

/** A required text of one line, such as a title, without control, format and bidirectional characters. */
export const requiredName = (max: number, message?: string) =>
  requiredText(max, message)
    .test(
      'name',
      'Contains an invisible control or formatting character',
      // An earlier error is more specific.
      (value) => !value || !isStorable(value) || !isVisible(value) || isName(value),
    )
    .meta({ jsonSchema: { pattern: NAME_PATTERN, allOf: [{ pattern: VISIBLE_PATTERN }] } });

/** A text of `min` to `max` characters. */
export const textBetween = (min: number, max: number, message: string) =>
  text(max).test({
    name: 'min',
    params: { min },
    skipAbsent: true,
    message,
    test: (value) => countsAtLeast(value ?? '', min),
  });

/** The email address of a user: stored normalized, which `normalizeEmail` explains. */
export const email = () =>
  string()
    .withMutation((schema) => schema.clone({ coerce: false }))
    .transform((typed: unknown) => (typeof typed === 'string' ? normalizeEmail(typed) : typed))
    .required('Invalid email address')
    .test('address', 'Invalid email address', (address) => address === '' || isEmail(address))
    .meta({
      jsonSchema: {
        format: 'email',
        maxLength: TYPED_EMAIL_MAX,
        pattern: '^[^@]+@[^@]+$',
        description: `At most ${EMAIL_MAX} characters, without blanks around them.`,
      },
    });

/** The name of a user. */
export const personName = () => requiredName(200, 'Name is required');

/** A password that a user chooses. The server also refuses easy guesses. */
export const newPassword = () =>
  textBetween(6, 128, 'Password must be at least 6 characters')
    .required('Password must be at least 6 characters')
    .test('visible', 'The password needs at least one visible character', hasVisible)
    .meta({ jsonSchema: VISIBLE_SCHEMA });

/** A field of older clients, accepted and ignored with any value. */
export const ignored = () =>
  mixed()
    .nullable()
    .optional()
    .meta({ jsonSchema: { description: 'Accepted and ignored: the session identifies the user.' } });

/** An entity's id in a body: a positive integer. */
export const id = () => number().strict().integer().min(1).max(ID_MAX);

/** The id of an entity in a path, where values are decimal digits; `description` names the entity. */
export const idInPath = (description: string) =>
  number()
    .transform((_value, original: unknown) =>
      typeof original === 'string' && /^[1-9]\d{0,9}$/.test(original) ? Number(original) : NaN,
    )
    .typeError('Expected a positive whole number')
    .integer()
    .min(1)
    .max(ID_MAX)
    .meta({ jsonSchema: { description, examples: [17] } });

/** A number for the transform that follows: yup's own transform throws for some objects. */
const uncoerced = () => number().withMutation((schema) => schema.clone({ coerce: false }));

/**
 * A budget, parsed into cents. The input is dollars, as a JSON number or a decimal numeric text, with at most two decimals and
 * within the card provider's limits.
 */
export const budget = () =>
  uncoerced()
    .transform((_value, original: unknown) => toCents(parseDecimal(original)))
    .typeError('Enter an amount in dollars, such as 1250 or 1250.50')
    .min(BUDGET_MIN, 'The budget must be at least $0.50')
    .max(BUDGET_MAX, 'The budget must be at most $999,999.99')
    .test('cents', 'Use at most two decimals', (value) => value === undefined || Number.isInteger(value))
    .meta({
      jsonSchema: {
        type: ['number', 'string'],
        minimum: BUDGET_MIN / 100,
        maximum: BUDGET_MAX / 100,
        pattern: DECIMAL_PATTERN,
        description: 'US dollars with at most two decimals, as a number or a decimal text.',
        examples: [1250.5, '1250.50'],
      },
    });

/** A budget as typed in a form, also with separators and a dollar sign, which the API refuses. */
export const typedBudget = () =>
  budget().transform((value: number, typed: unknown) =>
    typeof typed === 'string' && typed !== '' ? parseDollars(typed) : value,
  );

/** An amount of money in a response: cents, and dollars in JSON. */
export const money = () => number().meta({ jsonSchema: { description: 'US dollars' } });

/** Flight hours of a pilot: decimal(8,2), zero or more; an empty text is null. */
export const flightHours = () =>
  uncoerced()
    .transform((_value, original: unknown) =>
      original === '' || original === null || original === undefined ? null : parseDecimal(original),
    )
    .typeError('Enter a number of hours, such as 120.5')
    .min(0, 'Flight hours cannot be negative')
    .max(999_999.99, 'Flight hours must be at most 999,999.99')
    .nullable()
    .meta({
      jsonSchema: {
        type: ['number', 'string', 'null'],
        pattern: `^$|${DECIMAL_PATTERN}`,
        description: 'Hours flown, as a number or a decimal text; an empty text or null means none.',
        examples: [120.5, '120.5', null],
      },
    });

/** A deadline: a calendar date `YYYY-MM-DD`, or an instant in ISO 8601 with its offset. */
export const deadline = () =>
  text(40)
    .test('deadline', 'Enter a date that exists, such as 2026-12-31', (value) => {
      if (value === undefined || value === '') return true;
      return parseDeadline(value) !== null;
    })
    .meta({
      jsonSchema: {
        pattern: DEADLINE_PATTERN,
        description: 'A calendar date that exists, or an instant in ISO 8601 with its offset.',
        examples: ['2030-06-30', '2030-06-30T15:30:00Z'],
      },
    });

/** An instant in ISO 8601 UTC, as the server writes it. */
export const instant = () => string().meta({ jsonSchema: { format: 'date-time' } });
