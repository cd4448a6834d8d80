import {
  JOB_STATUSES,
  NEXT_STEPS,
  type Actor,
  type JobStatus,
  type JobSummaryQuery,
  type Role,
  type SummaryOrder,
} from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import { startOfDay, type Query } from './available-jobs.query.ts';
import { JOB_COLUMNS } from './job.queries.ts';

/** The number of first jobs of a list without `?limit`. */
export const FIRST_JOBS = 50;

/** SQL: the column of a job with the id of its user, by the role of the user. */
export const OWNER = { client: 'jobs.client_id', pilot: 'jobs.pilot_id' } as const satisfies Record<
  Role,
  string
>;

const rank = (statuses: readonly JobStatus[]) => `array_position(ARRAY[${sqlList(statuses)}], jobs.status)`;
const BY_DEADLINE = 'jobs.deadline, jobs.id DESC';

const ORDER = {
  newest: () => 'jobs.id DESC',
  next: (role) => `${rank(NEXT_STEPS[role])}, ${BY_DEADLINE}`,
  deadline: () => BY_DEADLINE,
  value: () => `jobs.budget DESC, ${BY_DEADLINE}`,
  status: () => `${rank(JOB_STATUSES)}, ${BY_DEADLINE}`,
} as const satisfies Record<SummaryOrder, (role: Role) => string>;

/** The number and the budget of a user's jobs with a status; `budget` is the text of a numeric. */
export interface StatusTotalRow {
  status: JobStatus;
  count: number;
  budget: string;
}

/** Returns the query for the totals of the actor's jobs by status. */
export function jobTotals({ id, role }: Actor): Query {
  return {
    text: `SELECT status, count(*)::integer AS count, sum(budget) AS budget FROM jobs
      WHERE ${OWNER[role]} = $1 GROUP BY status`,
    values: [id],
  };
}

/** Returns the query for the first jobs of the actor. */
export function firstJobs({ id, role }: Actor, query: JobSummaryQuery): Query {
  const { order = 'newest', status, deadlineFrom, limit = FIRST_JOBS } = query;
  const values: unknown[] = [id, limit];
  const conditions = [`${OWNER[role]} = $1`];
  if (status !== undefined) conditions.push(`jobs.status = $${values.push(status)}`);
  if (deadlineFrom !== undefined)
    conditions.push(`jobs.deadline >= $${values.push(startOfDay(deadlineFrom))}`);
  const by = `ORDER BY ${ORDER[order](role)}`;
  // The sub-query reads an index only. Without it, the statement would read all jobs of the actor.
  return {
    text: `SELECT ${JOB_COLUMNS}
      FROM (SELECT id FROM jobs WHERE ${conditions.join(' AND ')} ${by} LIMIT $2) AS first
      JOIN jobs ON jobs.id = first.id ${by}`,
    values,
  };
}
