import {
  pilotShare,
  SETTLED_STATUSES,
  toCents,
  type FlightRecordView,
  type JobStatus,
  type JobView,
} from '@dps/shared-contracts';

export interface PilotStats {
  completed: number;
  pending: number;
  /** Hours with one decimal. */
  flightHours: number;
  /** Cents. */
  earnings: number;
}

const WAITING = new Set<JobStatus>(['pending', 'review']);
const MINUTES_PER_HOUR = 60;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * The figures of the pilot dashboard. Completed counts completed and paid jobs; pending counts pending jobs and jobs in
 * review. Earnings are the pilot's share of all completed and paid budgets.
 */
export function pilotStats(jobs: readonly JobView[], flights: readonly FlightRecordView[]): PilotStats {
  const settled = jobs.filter(({ status }) => SETTLED_STATUSES.includes(status));
  const minutes = sum(flights.map(({ duration }) => duration));
  return {
    completed: settled.length,
    pending: jobs.filter(({ status }) => WAITING.has(status)).length,
    flightHours: Math.round((minutes * 10) / MINUTES_PER_HOUR) / 10,
    earnings: pilotShare(sum(settled.map(({ budget }) => toCents(budget)))),
  };
}
