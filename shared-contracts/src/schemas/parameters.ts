import { number, object, string, type InferType, type ObjectShape } from './yup.ts';
import { budget, idInPath, text } from './fields.ts';
import { parseDeadline } from '../domain/deadline.ts';
import { BUDGET_MAX } from '../domain/money.ts';
import { OPEN_JOB_SORTS } from '../domain/open-jobs.ts';
import { SURVEY_TYPES } from '../domain/survey-type.ts';

/** Maximum number of rows in a response. */
export const PAGE_LIMIT = 500;

export const idParameter = object({ id: idInPath('The id of the job').required() }).required();
export type IdParameter = InferType<typeof idParameter>;

export const pilotParameter = object({ id: idInPath('The id of the pilot').required() }).required();
export type PilotParameter = InferType<typeof pilotParameter>;

export const attachmentParameters = object({
  id: idInPath('The id of the job').required(),
  attachmentId: idInPath('The id of the attachment').required(),
}).required();
export type AttachmentParameters = InferType<typeof attachmentParameters>;

/** A whole number in a query. */
const digits = (most: number) =>
  number()
    .transform((_value, original: unknown) =>
      typeof original === 'string' && /^\d+$/.test(original) && original.length <= most
        ? Number(original)
        : NaN,
    )
    .typeError('Expected a whole number')
    .integer('Expected a whole number');

/** The size of a page, at most `max` rows. */
export const limited = (max: number) =>
  digits(4)
    .min(1, 'Use at least 1')
    .max(max, `Use at most ${max}`)
    .meta({ jsonSchema: { description: 'The most rows of this page', examples: [20] } });

/** The cursor of a page, with the pattern of its texts. */
export const cursor = (pattern: string, examples: string[]) =>
  text(100).meta({
    jsonSchema: {
      pattern,
      description: 'The cursor of the last row of the previous page, from a `Link` header',
      examples,
    },
  });

/** The parameters of a page. */
export const page = {
  limit: limited(PAGE_LIMIT).optional(),
  after: cursor('^[1-9]\\d{0,9}$', ['17']).optional(),
};

/** `?limit&after`: page size, and cursor of the last row of the previous page. */
export const pageQuery = object(page).exact();
export type PageQuery = InferType<typeof pageQuery>;

/** Both ends are inclusive and optional. */
const budgetBound = (description: string) =>
  budget()
    .min(0, 'Use at least 0')
    .max(BUDGET_MAX, 'Use at most 999999.99')
    .meta({
      jsonSchema: { type: 'number', minimum: 0, maximum: BUDGET_MAX / 100, description, examples: [1250.5] },
    });

const deadlineBound = (description: string) =>
  text(10)
    .test('calendar-date', 'Enter a date that exists, such as 2026-12-31', (value) => {
      return value === undefined || parseDeadline(value)?.hasTime === false;
    })
    .meta({ jsonSchema: { format: 'date', description, examples: ['2026-12-31'] } });

const filters = {
  text: text(200)
    .meta({
      jsonSchema: {
        description:
          'Jobs with all words of this text in title, description, location and survey type, or in the name of the client, whatever the case. A word of one or two characters finds words that begin with it after a space. A text without letters and digits does not filter',
        examples: ['roof'],
      },
    })
    .optional(),
  surveyType: string()
    .strict()
    .oneOf(SURVEY_TYPES)
    .meta({ jsonSchema: { description: 'Jobs of this survey type' } })
    .optional(),
  minBudget: budgetBound(
    'Jobs with at least this budget, in US dollars with at most two decimals',
  ).optional(),
  maxBudget: budgetBound('Jobs with at most this budget, in US dollars with at most two decimals').optional(),
  deadlineFrom: deadlineBound(
    'Jobs due on this day or later; a deadline with a time counts by its UTC day',
  ).optional(),
  deadlineTo: deadlineBound(
    'Jobs due on this day or earlier; a deadline with a time counts by its UTC day',
  ).optional(),
  within: digits(5)
    .min(1, 'Use at least 1')
    .max(12_500, 'Use at most 12500')
    .meta({
      jsonSchema: {
        description: "Jobs at most this number of miles from the caller's base, which the caller must have",
        examples: [50],
      },
    })
    .optional(),
} satisfies ObjectShape;

function isUpsideDown<T extends number | string>(from: T | undefined, to: T | undefined): boolean {
  return from !== undefined && to !== undefined && from > to;
}

/** GET /api/jobs/available/facets: the open jobs that match all filters. */
export const availableJobsFilter = object(filters)
  .exact()
  .test('budget-range', ({ minBudget, maxBudget }, context) =>
    isUpsideDown(minBudget, maxBudget)
      ? context.createError({ path: 'maxBudget', message: 'Use at least the lowest budget' })
      : true,
  )
  .test('deadline-range', ({ deadlineFrom, deadlineTo }, context) =>
    isUpsideDown(deadlineFrom, deadlineTo)
      ? context.createError({ path: 'deadlineTo', message: 'Use the first day or a later one' })
      : true,
  );
export type AvailableJobsFilter = InferType<typeof availableJobsFilter>;

/** GET /api/jobs/available: a page of the open jobs that match all filters. The cursor of a sorted page belongs to its order. */
export const availableJobsQuery = availableJobsFilter.shape({
  ...page,
  after: cursor('^([0-9]{1,15}-)?[1-9]\\d{0,9}$', ['17', '125050-17']).optional(),
  sort: string()
    .strict()
    .oneOf(OPEN_JOB_SORTS)
    .meta({
      jsonSchema: {
        description:
          'Next deadline, highest budget or, for a caller with a base, nearest job first; by default, newest first. Of jobs at the same distance, the newest is first; those without a point are last',
      },
    })
    .optional(),
});
export type AvailableJobsQuery = InferType<typeof availableJobsQuery>;
