import { pilotShare, SETTLED_STATUSES, type FlightRecordView } from '@dps/contract';
import { sumOf, type JobTotals } from '../../job/job-totals.ts';

export interface PilotStats {
  completed: number;
  pending: number;
  /** Cents. */
  earnings: number;
}

const MINUTES_PER_HOUR = 60;

/**
 * The figures of the pilot dashboard. Completed counts completed and paid jobs; pending counts pending jobs and jobs in
 * review. Earnings are the pilot's share of all completed and paid budgets.
 */
export function pilotStats(totals: JobTotals): PilotStats {
  const settled = sumOf(totals, SETTLED_STATUSES);
  return {
    completed: settled.count,
    pending: sumOf(totals, ['pending', 'review']).count,
    earnings: pilotShare(settled.cents),
  };
}

/** Returns the sum of the durations in hours, with one decimal. */
export function flightHours(flights: readonly FlightRecordView[]): number {
  const minutes = flights.reduce((sum, { duration }) => sum + duration, 0);
  return Math.round((minutes * 10) / MINUTES_PER_HOUR) / 10;
}
