import type { AvailableJobsFilter } from '@dps/shared-contracts';
import { ABOVE_EVERY_ID, IS_OPEN, JOB_COLUMNS } from './job.queries.ts';
import type { Slice } from '../../platform/http/paging/keyset.ts';

/** A statement with its values. */
export interface Query {
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

const startOf = (day: string) => `${day}T00:00:00Z`;

/** Returns the conditions of a filter. Empty for an empty filter. */
function conditionsOf(filter: AvailableJobsFilter): Condition[] {
  const { surveyType, minBudget, maxBudget, deadlineFrom, deadlineTo } = filter;
  const text = filter.text?.trim() ?? '';
  const all: (Condition | false)[] = [
    text !== '' && [`${SEARCHED} ILIKE $`, containing(text)],
    surveyType !== undefined && ['jobs.survey_type = $', surveyType],
    minBudget !== undefined && ['jobs.budget >= $', minBudget],
    maxBudget !== undefined && ['jobs.budget <= $', maxBudget],
    deadlineFrom !== undefined && ['jobs.deadline >= $', startOf(deadlineFrom)],
    // 24 hours instead of one day, whose length depends on the connection's time zone.
    deadlineTo !== undefined && [`jobs.deadline < $::timestamptz + interval '24 hours'`, startOf(deadlineTo)],
  ];
  return all.filter((condition) => condition !== false);
}

/** True if a filter matches every open job. */
export function isOpenToAll(filter: AvailableJobsFilter): boolean {
  return conditionsOf(filter).length === 0;
}

/** Returns the query for the open jobs of a filter, with one row more than the slice's limit. */
export function filteredJobs(filter: AvailableJobsFilter, { limit, below }: Slice): Query {
  const conditions: Condition[] = [...conditionsOf(filter), ['jobs.id < $::bigint', below ?? ABOVE_EVERY_ID]];
  const where = conditions.map(([sql], index) => sql.replaceAll('$', () => `$${index + 1}`));
  return {
    text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE ${[IS_OPEN, ...where].join(' AND ')}
      ORDER BY jobs.id DESC LIMIT $${conditions.length + 1}`,
    values: [...conditions.map(([, value]) => value), limit + 1],
  };
}
