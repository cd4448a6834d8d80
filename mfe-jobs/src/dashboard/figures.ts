import { formatInstantDay, type FlightRecordView, pilotShare, SETTLED_STATUSES } from '@dps/contract';
import { texts } from '../texts.ts';
import { sumOf, type JobTotals } from '../job/job-totals.ts';

export interface ClientStats {
  active: number;
  inReview: number;
  completed: number;
  paid: number;
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
    inReview: sumOf(totals, ['review']).count,
    completed: sumOf(totals, ['completed']).count,
    paid: sumOf(totals, ['paid']).count,
    invested: sumOf(totals, SETTLED_STATUSES).cents,
  };
}

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

const SHOWN = 3;
const FALLBACK_MINUTES = 45;

export interface RecentFlight {
  id: number;
  flightNumber: string;
  notes: string;
  duration: string;
  date: string;
  /** The day of the flight, if its log has a time. */
  flown: string | null;
}

/** Formats the first three flights for the dashboard, with fallbacks for empty fields. */
export function recentFlights(flights: readonly FlightRecordView[]): RecentFlight[] {
  return flights.slice(0, SHOWN).map((flight, index) => ({
    id: flight.id,
    flightNumber: flight.flightNumber || texts.recentFlights.flightNumber(index + 1),
    notes: flight.notes || texts.recentFlights.notes,
    duration: texts.recentFlights.minutes(flight.duration || FALLBACK_MINUTES),
    date: formatInstantDay(flight.createdAt),
    flown: flownText(flight),
  }));
}

function flownText({ evidence }: FlightRecordView): string | null {
  const startedAt = evidence?.figures.startedAt;
  return startedAt ? texts.recentFlights.flown(formatInstantDay(startedAt)) : null;
}
