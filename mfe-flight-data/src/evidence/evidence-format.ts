import {
  METERS_PER_FOOT,
  SQUARE_METERS_PER_ACRE,
  type FlightEvidenceView,
  type HeightReference,
} from '@dps/contract';
import { formatMinutes } from '../records/flight-totals.ts';
import { evidenceTexts } from '../texts/evidence.ts';

const METERS_PER_MILE = 1609.344;
const SQUARE_METERS_PER_HECTARE = 10_000;

const integer = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

export const formatCount = (count: number) => integer.format(count);

/** Formats metres as "250 ft (76 m)". */
export function formatHeight(meters: number): string {
  return `${integer.format(meters / METERS_PER_FOOT)} ft (${integer.format(meters)} m)`;
}

/** Formats metres as "8.1 mi (13 km)", or in feet and metres below a kilometre. */
export function formatDistance(meters: number): string {
  if (meters < 1000) return formatHeight(meters);
  return `${tenths.format(meters / METERS_PER_MILE)} mi (${tenths.format(meters / 1000)} km)`;
}

/** Formats square metres as "79.8 acres (32.3 ha)". */
export function formatArea(squareMeters: number): string {
  const acres = tenths.format(squareMeters / SQUARE_METERS_PER_ACRE);
  return `${acres} acres (${tenths.format(squareMeters / SQUARE_METERS_PER_HECTARE)} ha)`;
}

/** Formats a position in degrees (WGS 84) as "30.2672° N, 97.7431° W". */
export function formatPosition(latitude: number, longitude: number): string {
  const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`;
}

/** Formats seconds as "12:05". */
export function formatElapsed(seconds: number): string {
  const rest = Math.floor(seconds % 60);
  return `${Math.floor(seconds / 60)}:${String(rest).padStart(2, '0')}`;
}

/** Units of a time span with their seconds; a year and a month are averages of the Gregorian calendar. */
const UNITS = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a time span in its largest unit, rounded down: "5 years", "3 days", "1 second". */
export function formatAge(seconds: number): string {
  const span = Math.max(1, seconds);
  const [unit, length] = UNITS.find(([, each]) => span >= each) ?? ['second', 1];
  const long = new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' });
  return long.format(Math.floor(span / length));
}

/** Formats a part of a duration and its share of the total. The minimum is one second and one percent. */
export function formatShare(part: number, total: number): { time: string; share: string } {
  const time = part < 60 ? `${Math.max(1, Math.round(part))}s` : formatMinutes(Math.round(part / 60));
  return { time, share: percent.format(Math.max(0.01, total > 0 ? part / total : 1)) };
}

export function referenceText(reference: HeightReference | null): string {
  return reference === null ? '' : evidenceTexts.references[reference];
}

export type Figures = FlightEvidenceView['figures'];
