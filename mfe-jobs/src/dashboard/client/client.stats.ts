import { SETTLED_STATUSES, toCents, type JobStatus, type JobView } from '@dps/shared-contracts';

export interface ClientStats {
  active: number;
  completed: number;
  /** Cents. */
  invested: number;
}

const ACTIVE = new Set<JobStatus>(['pending', 'in-progress']);

/**
 * The figures of the client dashboard. Active counts pending and in-progress jobs. Completed counts completed jobs without
 * paid ones. Invested sums the budgets of completed and paid jobs.
 */
export function clientStats(jobs: readonly JobView[]): ClientStats {
  return {
    active: jobs.filter(({ status }) => ACTIVE.has(status)).length,
    completed: jobs.filter(({ status }) => status === 'completed').length,
    invested: jobs
      .filter(({ status }) => SETTLED_STATUSES.includes(status))
      .reduce((cents, { budget }) => cents + toCents(budget), 0),
  };
}
