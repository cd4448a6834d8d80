import type { AvailableJobsFilter } from '@dps/contract';
import { ABOVE_EVERY_ID, IS_OPEN, JOB_COLUMNS } from './job.queries.ts';
import type { Slice } from '../../platform/http/paging/keyset.ts';

/** A statement with its values. */
interface Query {
  text: string;
  values: unknown[];
}

/** A condition with `$` where its value goes, and the value. */
type Condition = readonly [sql: string, value: unknown];

// Must be identical to the expression of the index. The separator is a control character, so that no search text matches
// across two fields.
const SEARCHED = String.raw`(jobs.title || E'\x1f' || jobs.description || E'\x1f' || jobs.location)`;

/** Returns the LIKE pattern of texts that contain `text` literally. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Three letters or digits in sequence: the trigram index serves only texts that contain them. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;
const SEPARATOR = '\u001F';

/** Returns the text of a filter if only the index of short texts can find it, else null. */
function shortTextOf({ text = '' }: AvailableJobsFilter): string | null {
  const given = text.trim();
  return given === '' || TRIGRAM.test(given) || given.includes(SEPARATOR) ? null : given;
}

const SAMPLE = 1000;
/** Number of open jobs for which both ways to find a text at the limit of `isRare` take the same time. */
const BALANCED_JOBS = 200_000;

/** Returns the query for `matches`: how many of the newest open jobs contain a short text. Null if the filter has none. */
export function shortTextSample(filter: AvailableJobsFilter, { below }: Slice): Query | null {
  const text = shortTextOf(filter);
  if (text === null) return null;
  return {
    text: `SELECT count(*) FILTER (WHERE ${SEARCHED} ILIKE $1)::int AS matches FROM (
      SELECT title, description, location FROM jobs WHERE ${IS_OPEN} AND id < $2::bigint ORDER BY id DESC LIMIT ${SAMPLE}
    ) AS jobs`,
    values: [containing(text), below ?? ABOVE_EVERY_ID],
  };
}

/**
 * True if the index finds a page of a short text faster than reading the newest jobs until the page is full. The planner
 * cannot estimate this: it has no statistics of short texts.
 *
 * @param matches the result of `shortTextSample`
 */
export function isRare(matches: number, { limit }: Slice): boolean {
  return matches / SAMPLE < Math.sqrt(limit / BALANCED_JOBS);
}

/** Returns the first instant of a UTC day `YYYY-MM-DD`. */
const startOfDay = (day: string) => `${day}T00:00:00Z`;

/** Returns the condition that uses the index of short texts. A match contains the text's first two characters. */
function shortTextCondition(filter: AvailableJobsFilter): Condition[] {
  const text = shortTextOf(filter);
  return text === null
    ? []
    : [[`short_texts(${SEARCHED}) COLLATE "C" @> ARRAY[left(lower($::text), 2)]`, text]];
}

/** Returns the conditions of a filter. Empty for an empty filter. */
function conditionsOf(filter: AvailableJobsFilter): Condition[] {
  const { surveyType, minBudget, maxBudget, deadlineFrom, deadlineTo } = filter;
  const text = filter.text?.trim() ?? '';
  const all: (Condition | false)[] = [
    text !== '' && [`${SEARCHED} ILIKE $`, containing(text)],
    surveyType !== undefined && ['jobs.survey_type = $', surveyType],
    minBudget !== undefined && ['jobs.budget >= $', minBudget],
    maxBudget !== undefined && ['jobs.budget <= $', maxBudget],
    deadlineFrom !== undefined && ['jobs.deadline >= $', startOfDay(deadlineFrom)],
    // 24 hours instead of one day, whose length depends on the connection's time zone.
    deadlineTo !== undefined && [
      `jobs.deadline < $::timestamptz + interval '24 hours'`,
      startOfDay(deadlineTo),
    ],
  ];
  return all.filter((condition) => condition !== false);
}

/** True if a filter matches every open job. */
export function isOpenToAll(filter: AvailableJobsFilter): boolean {
  return conditionsOf(filter).length === 0;
}

/**
 * Returns the query for the open jobs of a filter, with one row more than the slice's limit.
 *
 * @param hasRareText true if the filter has a short text that `isRare`
 */
export function filteredJobs(
  filter: AvailableJobsFilter,
  { limit, below }: Slice,
  hasRareText: boolean,
): Query {
  const conditions: Condition[] = [
    ...conditionsOf(filter),
    ...(hasRareText ? shortTextCondition(filter) : []),
    ['jobs.id < $::bigint', below ?? ABOVE_EVERY_ID],
  ];
  const where = conditions.map(([sql], index) => sql.replaceAll('$', () => `$${index + 1}`));
  return {
    text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE ${[IS_OPEN, ...where].join(' AND ')}
      ORDER BY jobs.id DESC LIMIT $${conditions.length + 1}`,
    values: [...conditions.map(([, value]) => value), limit + 1],
  };
}
