import type { FlightRecordView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';

export interface FlightTotals {
  flights: number;
  /** The sum of all durations, in minutes. */
  minutes: number;
  /** Distinct coverage areas; records without one share one more. */
  coverageAreas: number;
  /** Records that note a resolution. */
  withResolution: number;
}

/** The figures above the table of flight records. */
export function flightTotals(records: readonly FlightRecordView[]): FlightTotals {
  return {
    flights: records.length,
    minutes: records.reduce((sum, { duration }) => sum + duration, 0),
    coverageAreas: new Set(records.map(({ coverageArea }) => coverageArea || texts.missing.countedArea)).size,
    withResolution: records.filter(({ resolution }) => resolution).length,
  };
}

/** Whole minutes as "Xh Ym", or "Ym" when under an hour: 95 → "1h 35m", 45 → "45m". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}
