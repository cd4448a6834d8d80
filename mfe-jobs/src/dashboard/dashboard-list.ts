import {
  deadlineDay,
  JOB_STATUSES,
  NEXT_STEPS,
  type JobStatus,
  type JobView,
  type Role,
} from '@dps/contract';
import { sumOf, type JobTotals } from '../job/job-totals.ts';

/** The orders of the jobs on a dashboard. `next` starts with the user's next step. */
export const JOB_ORDERS = ['next', 'deadline', 'value', 'status'] as const;
export type JobOrder = (typeof JOB_ORDERS)[number];

/** The number of jobs from which a list has headings and folds the paid jobs away. */
const LONG_LIST = 11;

/** Returns whether a list is long, by the totals of all its jobs. */
export function isLong(totals: JobTotals): boolean {
  return sumOf(totals).count >= LONG_LIST;
}

/** Returns whether paid jobs are folded away: in a long list that has other jobs. */
export function foldsPaid(totals: JobTotals): boolean {
  return isLong(totals) && sumOf(totals).count > sumOf(totals, ['paid']).count;
}

/** Returns whether an order puts the jobs of a status together. */
export function isByStatus(order: JobOrder): boolean {
  return order === 'next' || order === 'status';
}

/** Sorts jobs by an order; equal jobs follow their deadlines. */
export function sortJobs(jobs: readonly JobView[], order: JobOrder, role: Role): JobView[] {
  const rank: readonly JobStatus[] = order === 'next' ? NEXT_STEPS[role] : JOB_STATUSES;
  const first = (job: JobView) => {
    if (order === 'deadline') return 0;
    return order === 'value' ? -job.budget : rank.indexOf(job.status);
  };
  // Each key is computed once: the day of a deadline is slow to compute.
  const keyed = jobs.map((job) => ({ job, first: first(job), day: deadlineDay(job) }));
  keyed.sort((one, other) => one.first - other.first || compareDays(one.day, other.day));
  return keyed.map(({ job }) => job);
}

/** Days `YYYY-MM-DD` sort as strings. */
function compareDays(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
