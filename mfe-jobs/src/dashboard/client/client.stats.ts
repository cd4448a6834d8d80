import { SETTLED_STATUSES } from '@dps/contract';
import { sumOf, type JobTotals } from '../../job/job-totals.ts';

export interface ClientStats {
  active: number;
  completed: number;
  /** Cents. */
  invested: number;
}

/**
 * The figures of the client dashboard. Active counts pending and in-progress jobs. Completed counts completed jobs without
 * paid ones. Invested sums the budgets of completed and paid jobs.
 */
export function clientStats(totals: JobTotals): ClientStats {
  return {
    active: sumOf(totals, ['pending', 'in-progress']).count,
    completed: sumOf(totals, ['completed']).count,
    invested: sumOf(totals, SETTLED_STATUSES).cents,
  };
}
