import {
  boundsAround,
  chordOfMiles,
  coordinatesOfNumber,
  COUNTED_JOBS,
  SURVEY_TYPES,
  type AvailableJobsFilter,
  type Coordinates,
  type OpenJobSort,
} from '@dps/contract';
import { ABOVE_EVERY_ID, IS_OPEN, OPEN_JOB_COLUMNS } from './job.queries.ts';
import type { Slice } from '../../platform/http/paging/keyset.ts';

/** A statement with its values. */
interface Query {
  text: string;
  values: unknown[];
}

/** A condition with `$` where its values go, and the values. */
type Condition = readonly [sql: string, ...values: unknown[]];

// Must be identical to the expressions of the indexes. A word begins after a space.
const SEARCHED = `(' ' || jobs.title || ' ' || jobs.description || ' ' || jobs.location || ' ' || jobs.survey_type)`;
const CLIENT_NAME = `(' ' || name)`;
const positionOf = (latitude: string, longitude: string) =>
  `(cube(cube(cube(cosd(${latitude}) * cosd(${longitude})), cosd(${latitude}) * sind(${longitude})), sind(${latitude})))`;
const POSITION = positionOf('jobs.latitude', 'jobs.longitude');

/** The caller of a query: the clients whose names match its text, and the base. */
export interface Scope {
  /** With these ids as values, the planner estimates their jobs well. */
  clientIds: readonly number[];
  base: Coordinates | null;
}

/** The values of a statement, which are added one by one. */
class Values {
  readonly all: unknown[] = [];

  /** Adds a value and returns its parameter. */
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }

  /** Adds the values of a condition and returns its SQL. */
  in([sql, ...values]: Condition): string {
    let index = 0;
    return sql.replaceAll('$', () => this.add(values[index++]));
  }

  /** Adds coordinates and returns the SQL of their position. */
  position({ latitude, longitude }: Coordinates): string {
    return positionOf(`${this.add(latitude)}::float8`, `${this.add(longitude)}::float8`);
  }
}

/** An order other than the newest first: its SQL, and the condition for a page after a cursor with a number and an id. */
interface Order {
  by: string;
  after: (key: number, id: string) => string;
}

/** The numbers of the cursors are milliseconds, cents and those of points. */
const ORDERS = {
  deadline: (values) => ({
    by: 'jobs.deadline, jobs.id',
    after: (key, id) =>
      `(jobs.deadline, jobs.id) > (timestamptz 'epoch' + ${values.add(key)}::bigint * interval '1 millisecond', ${id})`,
  }),
  budget: (values) => ({
    by: 'jobs.budget DESC, jobs.id DESC',
    after: (key, id) => `(jobs.budget, jobs.id) < (${values.add(key)}::bigint, ${id})`,
  }),
  distance: (values, base) => {
    const distance = `${POSITION} <-> ${base}`;
    return {
      // Jobs without a point are last: their distance is null.
      by: `${distance}, jobs.id DESC`,
      after: (key, id) => {
        const point = coordinatesOfNumber(key);
        if (!point) return `(jobs.latitude IS NULL AND jobs.id < ${id})`;
        const reached = `${values.position(point)} <-> ${base}`;
        return `(${distance} > ${reached} OR (${distance} = ${reached} AND jobs.id < ${id}) OR jobs.latitude IS NULL)`;
      },
    };
  },
} as const satisfies Record<OpenJobSort, (values: Values, base: string) => Order>;

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
  const values = new Values();
  const sql = words.map((word) => values.in(containsWord(CLIENT_NAME, word))).join(' AND ');
  return {
    text: `SELECT id FROM users WHERE role = 'client' AND ${sql} LIMIT ${MOST_CLIENTS}`,
    values: values.all,
  };
}

/** Returns the first instant of a UTC day `YYYY-MM-DD`. */
const startOfDay = (day: string) => `${day}T00:00:00Z`;

/**
 * Returns the conditions that a job is within a distance. The bounds of coordinates use an index, and the planner can estimate
 * their jobs.
 */
function isWithin(values: Values, miles: number, base: Coordinates, position: string): string[] {
  const { south, north, west, east } = boundsAround(base, miles);
  return [
    values.in(['jobs.latitude BETWEEN $ AND $', south, north]),
    ...(west === null ? [] : [values.in(['jobs.longitude BETWEEN $ AND $', west, east])]),
    `${POSITION} <-> ${position} <= ${values.add(chordOfMiles(miles))}`,
  ];
}

/** Returns the conditions of the filters other than text and distance. */
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
  return filter.within === undefined && conditionsOf(filter).length === 0 && wordsOf(filter).length === 0;
}

/**
 * Returns the query for the first open jobs of a filter, with one row more than the slice's limit. A filter or an order by distance
 * requires a base.
 *
 * @param columns the selected columns of a job
 */
export function filteredJobs(
  filter: AvailableJobsFilter,
  { clientIds, base }: Scope,
  { limit, below, sort, key = null }: Slice & { sort?: OpenJobSort | undefined; key?: string | null },
  columns = OPEN_JOB_COLUMNS,
): Query {
  const values = new Values();
  const matches = wordsOf(filter).map((word) => values.in(containsWord(SEARCHED, word)));
  const conditions = conditionsOf(filter).map((condition) => values.in(condition));
  if (matches.length > 0) {
    const ofClients =
      clientIds.length > 0 ? ` OR ${values.in(['jobs.client_id = ANY ($::int[])', clientIds])}` : '';
    conditions.push(`(${matches.join(' AND ')}${ofClients})`);
  }
  const needsBase = filter.within !== undefined || sort === 'distance';
  const position = base && needsBase ? values.position(base) : '';
  if (base && filter.within !== undefined)
    conditions.push(...isWithin(values, filter.within, base, position));
  const order = sort && ORDERS[sort](values, position);
  const id = () => `${values.add(below ?? ABOVE_EVERY_ID)}::bigint`;
  if (!order) conditions.push(`jobs.id < ${id()}`);
  else if (key !== null) conditions.push(order.after(Number(key), id()));
  return {
    text: `SELECT ${columns} FROM jobs WHERE ${[IS_OPEN, ...conditions].join(' AND ')}
      ORDER BY ${order?.by ?? 'jobs.id DESC'} LIMIT ${values.add(limit + 1)}`,
    values: values.all,
  };
}

/**
 * Returns the query for the `AvailableJobsFacets` of a filter. It counts the newest jobs, as a page does: without the order, the
 * planner may read the table from its start, where few jobs are open.
 */
export function facetsOf(filter: AvailableJobsFilter, scope: Scope): Query {
  const slice = { limit: COUNTED_JOBS, below: null };
  const { text, values } = filteredJobs(filter, scope, slice, 'jobs.id');
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
