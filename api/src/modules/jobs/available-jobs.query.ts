import { COUNTED_JOBS, SURVEY_TYPES, type AvailableJobsFilter, type OpenJobSort } from '@dps/contract';
import { ABOVE_EVERY_ID, IS_OPEN, OPEN_JOB_COLUMNS } from './job.queries.ts';
import type { Slice } from '../../platform/http/paging/keyset.ts';

/** A statement with its values. */
interface Query {
  text: string;
  values: unknown[];
}

/** A condition with `$` where its value goes, and the value. */
type Condition = readonly [sql: string, value: unknown];

// Must be identical to the expressions of the indexes. A word begins after a space.
const SEARCHED = `(' ' || jobs.title || ' ' || jobs.description || ' ' || jobs.location || ' ' || jobs.survey_type)`;
const CLIENT_NAME = `(' ' || name)`;

/** The orders other than the newest first, and their conditions for a page after a cursor. The keys are milliseconds and cents. */
const SORTS = {
  deadline: {
    order: 'jobs.deadline, jobs.id',
    after: (key, id) =>
      `(jobs.deadline, jobs.id) > (timestamptz 'epoch' + ${key}::bigint * interval '1 millisecond', ${id}::bigint)`,
  },
  budget: {
    order: 'jobs.budget DESC, jobs.id DESC',
    after: (key, id) => `(jobs.budget, jobs.id) < (${key}::bigint, ${id}::bigint)`,
  },
} as const satisfies Record<OpenJobSort, { order: string; after: (key: string, id: string) => string }>;

/** Bounds the work of a search. */
const MOST_WORDS = 10;
const MOST_CLIENTS = 100;

/** Returns the words of a text: its sequences of letters, marks and digits. */
export function wordsOf({ text = '' }: AvailableJobsFilter): string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, MOST_WORDS);
}

/**
 * Returns the condition that a text contains a word. A word of one or two characters must begin a word of the text: only then it
 * has a trigram, by which the index finds it.
 */
function containsWord(searched: string, word: string): Condition {
  return [`${searched} ILIKE $`, word.length < 3 ? `% ${word}%` : `%${word}%`];
}

/** Returns the query for the ids of clients whose names contain all words. */
export function clientsNamed(words: readonly string[]): Query {
  const conditions = words.map((word) => containsWord(CLIENT_NAME, word));
  const sql = conditions.map(([text], index) => text.replace('$', () => `$${index + 1}`)).join(' AND ');
  return {
    text: `SELECT id FROM users WHERE role = 'client' AND ${sql} LIMIT ${MOST_CLIENTS}`,
    values: conditions.map(([, value]) => value),
  };
}

/** Returns the first instant of a UTC day `YYYY-MM-DD`. */
const startOfDay = (day: string) => `${day}T00:00:00Z`;

/** Returns the conditions of the filters other than the text. */
function conditionsOf(filter: AvailableJobsFilter): Condition[] {
  const { surveyType, minBudget, maxBudget, deadlineFrom, deadlineTo } = filter;
  const all: (Condition | false)[] = [
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
  return conditionsOf(filter).length === 0 && wordsOf(filter).length === 0;
}

/**
 * Returns the query for the first open jobs of a filter, with one row more than the slice's limit.
 *
 * @param clientIds the clients whose names match the text. With these ids as values, the planner estimates their jobs well.
 * @param columns the selected columns of a job
 */
export function filteredJobs(
  filter: AvailableJobsFilter,
  clientIds: readonly number[],
  { limit, below, sort, key = null }: Slice & { sort?: OpenJobSort | undefined; key?: string | null },
  columns = OPEN_JOB_COLUMNS,
): Query {
  const values: unknown[] = [];
  const sqlOf = ([sql, value]: Condition) => sql.replace('$', () => `$${values.push(value)}`);
  const matches = wordsOf(filter).map((word) => sqlOf(containsWord(SEARCHED, word)));
  const conditions = conditionsOf(filter).map(sqlOf);
  if (matches.length > 0) {
    const ofClients =
      clientIds.length > 0 ? ` OR ${sqlOf(['jobs.client_id = ANY ($::int[])', clientIds])}` : '';
    conditions.push(`(${matches.join(' AND ')}${ofClients})`);
  }
  if (sort === undefined) conditions.push(sqlOf(['jobs.id < $::bigint', below ?? ABOVE_EVERY_ID]));
  else if (key !== null) conditions.push(SORTS[sort].after(`$${values.push(key)}`, `$${values.push(below)}`));
  const order = sort === undefined ? 'jobs.id DESC' : SORTS[sort].order;
  return {
    text: `SELECT ${columns} FROM jobs WHERE ${[IS_OPEN, ...conditions].join(' AND ')}
      ORDER BY ${order} LIMIT $${values.push(limit + 1)}`,
    values,
  };
}

/**
 * Returns the query for the `AvailableJobsFacets` of a filter. It counts the newest jobs, as a page does: without the order, the
 * planner may read the table from its start, where few jobs are open.
 */
export function facetsOf(filter: AvailableJobsFilter, clientIds: readonly number[]): Query {
  const slice = { limit: COUNTED_JOBS, below: null };
  const { text, values } = filteredJobs(filter, clientIds, slice, 'jobs.id');
  return {
    text: `SELECT least(count(*), ${COUNTED_JOBS})::integer AS found, count(*) > ${COUNTED_JOBS} AS more,
      ARRAY(
        SELECT type FROM unnest($${values.push(SURVEY_TYPES)}::text[]) AS type
        WHERE type = (
          SELECT jobs.survey_type FROM jobs WHERE ${IS_OPEN} AND jobs.survey_type >= type ORDER BY jobs.survey_type LIMIT 1
        )
      ) AS "surveyTypes"
      FROM (${text}) AS matching`,
    values,
  };
}
