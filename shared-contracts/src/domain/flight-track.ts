import { MEGABYTE } from './attachment.ts';
import { radians } from './place.ts';

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
  /** Indexes of the positions after which the log has no position for a time, while the aircraft moved. Absent without any. */
  gaps?: readonly number[] | undefined;
}

/** A point on a plane, in metres east and north of its origin. */
export interface PlanePoint {
  x: number;
  y: number;
}

/** WGS 84: the equatorial radius in metres, and the square of the eccentricity. */
export const EQUATORIAL_RADIUS = 6_378_137;
export const ECCENTRICITY_SQUARED = 0.006_694_379_990_141;

/**
 * Returns the radii of curvature of WGS 84 to the north and to the east, in metres (Snyder, Map Projections, USGS 1987, equations
 * 4-18 and 4-20). A sphere differs from them by up to 0.6 percent.
 *
 * @param latitude in degrees
 */
export function radiiAt(latitude: number): { north: number; east: number } {
  const flattening = 1 - ECCENTRICITY_SQUARED * Math.sin(radians(latitude)) ** 2;
  const east = EQUATORIAL_RADIUS / Math.sqrt(flattening);
  return { north: (east * (1 - ECCENTRICITY_SQUARED)) / flattening, east };
}

/** Degrees of longitude from one meridian to another by the shorter way, -180 to 180: a track may cross the antimeridian. */
export function turn(from: number, to: number): number {
  return ((((to - from + 180) % 360) + 360) % 360) - 180;
}

/** A plane on which areas have their size, in metres from an origin. */
export interface EqualAreaPlane {
  /** Degrees to metres. */
  project: (longitude: number, latitude: number) => PlanePoint;
  /** Metres to longitude and latitude in degrees. */
  unproject: (point: PlanePoint) => [longitude: number, latitude: number];
}

/**
 * Returns Lambert's cylindrical equal-area projection with the standard parallel through the origin (Snyder, equations 10-1 and 10-2),
 * and with the radii of the origin. At the size of a survey, areas and shapes are nearly exact.
 */
export function equalAreaPlane(originLongitude: number, originLatitude: number): EqualAreaPlane {
  const { north, east } = radiiAt(originLatitude);
  const parallel = Math.sin(radians(originLatitude));
  // At a pole the divisor is zero; the bound keeps the division finite.
  const scale = Math.max(Math.cos(radians(originLatitude)), 1e-6);
  const degree = radians(1);
  return {
    project: (longitude, latitude) => ({
      x: east * scale * radians(turn(originLongitude, longitude)),
      y: (north * (Math.sin(radians(latitude)) - parallel)) / scale,
    }),
    unproject: ({ x, y }) => [
      turn(0, originLongitude + x / (east * scale * degree)),
      Math.asin(Math.min(1, Math.max(-1, parallel + (y * scale) / north))) / degree,
    ],
  };
}

/** Projects the track to a plane with the origin at its first position: see `equalAreaPlane`. */
export function projectTrack({ longitudes, latitudes }: FlightTrack): PlanePoint[] {
  const { project } = equalAreaPlane(longitudes[0] ?? 0, latitudes[0] ?? 0);
  return longitudes.map((longitude, index) => project(longitude, latitudes[index] ?? 0));
}
