import type { JobStatus, JobView } from '@dps/contract';
import { ALL } from './filter/job.filter.ts';

/** The number of the jobs with a status, and the sum of their budgets in cents. */
export interface Total {
  count: number;
  cents: number;
}

/** Without statuses that have no job. */
export type JobTotals = ReadonlyMap<JobStatus, Total>;

const NONE: Total = { count: 0, cents: 0 };

/** Returns the totals of jobs by status. */
export function totalsOf(jobs: readonly JobView[]): JobTotals {
  const totals = new Map<JobStatus, Total>();
  for (const { status, budget } of jobs) {
    const { count, cents } = totals.get(status) ?? NONE;
    totals.set(status, { count: count + 1, cents: cents + budget });
  }
  return totals;
}

/** Returns the totals of the jobs with a status, or of all jobs. */
export function totalsOfStatus(totals: JobTotals, status: JobStatus | typeof ALL): JobTotals {
  return status === ALL ? totals : new Map([[status, totals.get(status) ?? NONE]]);
}

/** Returns the sum of the totals of some statuses, or of all. */
export function sumOf(totals: JobTotals, statuses: Iterable<JobStatus> = totals.keys()): Total {
  const sum = { ...NONE };
  for (const status of statuses) {
    const { count, cents } = totals.get(status) ?? NONE;
    sum.count += count;
    sum.cents += cents;
  }
  return sum;
}
