import { MEGABYTE } from './attachment.ts';

/** Maximum size of a flight log file. */
export const FLIGHT_LOG_MAX_BYTES = 100 * MEGABYTE;
/** Maximum number of positions read from a log: five hours at ten a second. */
export const LOG_POSITIONS_MAX = 200_000;
/** Maximum number of positions stored with a flight record. */
export const TRACK_POINTS_MAX = 1000;

/** Positions of one flight in order, as columns of equal length. */
export interface FlightTrack {
  /** Degrees, WGS 84. */
  longitudes: readonly number[];
  latitudes: readonly number[];
  /** Metres above the reference of the log; null without heights. */
  heights: readonly number[] | null;
  /** Seconds since the first position, not decreasing. */
  seconds: readonly number[];
}

/** A point on a plane, in metres east and north of the track's first position. */
export interface PlanePoint {
  x: number;
  y: number;
}

/** Mean radius of the Earth in metres: IUGG's R1, (2a + b) / 3 of WGS 84. */
export const EARTH_RADIUS = 6_371_008.8;

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Degrees of longitude from one meridian to another by the shorter way, -180 to 180: a track may cross the antimeridian. */
function turn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/**
 * Projects the track to a plane, in metres from its first position. This is Lambert's cylindrical equal-area projection with the
 * standard parallel through that position (Snyder, Map Projections, USGS 1987, equations 10-1 and 10-2).
 * Areas are exact; at the size of a survey, shapes are nearly so.
 */
export function projectTrack({ longitudes, latitudes }: FlightTrack): PlanePoint[] {
  const [firstLongitude = 0] = longitudes;
  const parallel = radians(latitudes[0] ?? 0);
  // At a pole the divisor is zero; the bound keeps the division finite.
  const scale = Math.max(Math.cos(parallel), 1e-6);
  return longitudes.map((longitude, index) => ({
    x: EARTH_RADIUS * scale * radians(turn(firstLongitude, longitude)),
    y: (EARTH_RADIUS * (Math.sin(radians(latitudes[index] ?? 0)) - Math.sin(parallel))) / scale,
  }));
}
