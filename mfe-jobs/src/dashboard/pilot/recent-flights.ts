import { formatInstantDay, type FlightRecordView } from '@dps/contract';
import { texts } from '../../texts.ts';

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
