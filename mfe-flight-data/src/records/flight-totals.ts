import type { FlightRecordView } from '@dps/contract';

/** The coverage area as which records without one count. */
const UNNAMED_AREA = 'Unknown';

export interface FlightTotals {
  flights: number;
  /** The sum of all durations, in minutes. */
  minutes: number;
  /** Number of different coverage areas. Records without one count as one area. */
  coverageAreas: number;
  /** Number of records with a resolution. */
  withResolution: number;
}

/** Returns the figures above the table. */
export function flightTotals(records: readonly FlightRecordView[]): FlightTotals {
  return {
    flights: records.length,
    minutes: records.reduce((sum, { duration }) => sum + duration, 0),
    coverageAreas: new Set(records.map(({ coverageArea }) => coverageArea || UNNAMED_AREA)).size,
    withResolution: records.filter(({ resolution }) => resolution).length,
  };
}

/** Formats minutes: 95 as "1h 35m", 45 as "45m". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}
