import { SETTLED_STATUSES, toCents, type JobStatus, type JobView } from '@dps/shared-contracts';

export interface ClientStats {
  active: number;
  completed: number;
  /** Cents. */
  invested: number;
}

const ACTIVE = new Set<JobStatus>(['pending', 'in-progress']);

/**
 * The figures of the client dashboard. Active are pending or in-progress jobs; completed are completed jobs that are not
 * paid yet; invested is the sum of completed and paid budgets.
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
