import type { AvailableJobsFilter } from '@dps/shared-contracts';
import { ABOVE_EVERY_ID, IS_OPEN, JOB_COLUMNS } from './job.queries.ts';
import type { Slice } from '../../platform/http/paging/keyset.ts';

/** A statement with its values: `$1` is the first. */
export interface Query {
  text: string;
  values: unknown[];
}

/** A condition with `$` where its value goes, and the value. */
type Condition = readonly [sql: string, value: unknown];

// The expression of the index, letter by letter. Between the fields stands a character that nobody looks for, so that no
// text is found across two of them.
const SEARCHED = String.raw`(jobs.title || E'\x1f' || jobs.description || E'\x1f' || jobs.location)`;

/** The pattern of texts that contain this one, whatever stands in it. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const startOf = (day: string) => `${day}T00:00:00Z`;

/** What a filter asks of a job; nothing for an empty one. */
function conditionsOf(filter: AvailableJobsFilter): Condition[] {
  const { surveyType, minBudget, maxBudget, deadlineFrom, deadlineTo } = filter;
  const text = filter.text?.trim() ?? '';
  const all: (Condition | false)[] = [
    text !== '' && [`${SEARCHED} ILIKE $`, containing(text)],
    surveyType !== undefined && ['jobs.survey_type = $', surveyType],
    minBudget !== undefined && ['jobs.budget >= $', minBudget],
    maxBudget !== undefined && ['jobs.budget <= $', maxBudget],
    deadlineFrom !== undefined && ['jobs.deadline >= $', startOf(deadlineFrom)],
    // A day of hours, because a day of the calendar is shorter or longer where the connection's clocks change.
    deadlineTo !== undefined && [`jobs.deadline < $::timestamptz + interval '24 hours'`, startOf(deadlineTo)],
  ];
  return all.filter((condition) => condition !== false);
}

/** True when a filter lets every open job through. */
export function isOpenToAll(filter: AvailableJobsFilter): boolean {
  return conditionsOf(filter).length === 0;
}

/** The open jobs of a filter, one more than the slice takes. */
export function filteredJobs(filter: AvailableJobsFilter, { limit, below }: Slice): Query {
  const conditions: Condition[] = [...conditionsOf(filter), ['jobs.id < $::bigint', below ?? ABOVE_EVERY_ID]];
  const where = conditions.map(([sql], index) => sql.replaceAll('$', () => `$${index + 1}`));
  return {
    text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE ${[IS_OPEN, ...where].join(' AND ')}
      ORDER BY jobs.id DESC LIMIT $${conditions.length + 1}`,
    values: [...conditions.map(([, value]) => value), limit + 1],
  };
}
