import { radiiAt, turn, type FlightTrack } from './flight-track.ts';
import { radians } from './place.ts';

/** Origins of a distance: the positions of the log, or the distance that the log itself has counted. */
export const DISTANCE_SOURCES = ['positions', 'log'] as const;
export type DistanceSource = (typeof DISTANCE_SOURCES)[number];

/** The largest value of `smallestMoveMeters`. */
export const SMALLEST_MOVE_MAX = 100;

/** A distance, and how it was counted. */
export interface CountedDistance {
  distanceMeters: number;
  distanceSource?: DistanceSource | undefined;
  /** Shorter movements are noise of the receiver and do not count. Without it, all movements count. */
  smallestMoveMeters?: number | undefined;
}

/**
 * Distance of two positions over ground, in metres: the haversine formula (Sinnott, Sky & Telescope 68, 1984), with the radius of
 * curvature of the ellipsoid between them, in their direction.
 */
export function groundDistance(a: readonly [number, number], b: readonly [number, number]): number {
  const [longitudeA, latitudeA] = [radians(a[0]), radians(a[1])];
  const [longitudeB, latitudeB] = [radians(b[0]), radians(b[1])];
  const chord =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin((longitudeB - longitudeA) / 2) ** 2;
  const { north, east } = radiiAt((a[1] + b[1]) / 2);
  const toNorth = latitudeB - latitudeA;
  const toEast = radians(turn(a[0], b[0])) * Math.cos((latitudeA + latitudeB) / 2);
  const radius = Math.hypot(north * toNorth, east * toEast) / Math.hypot(toNorth, toEast) || east;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/**
 * Returns the length of a line over ground, in metres.
 *
 * @param smallestMove shorter movements count when they add up to it, in metres
 */
export function distanceAlong(
  { longitudes, latitudes }: Pick<FlightTrack, 'longitudes' | 'latitudes'>,
  smallestMove = 0,
): number {
  const placeOf = (index: number) => [longitudes[index] ?? 0, latitudes[index] ?? 0] as const;
  const last = longitudes.length - 1;
  let distance = 0;
  let from = placeOf(0);
  for (let index = 1; index <= last; index += 1) {
    const move = groundDistance(from, placeOf(index));
    if (move < smallestMove && index < last) continue;
    distance += move;
    from = placeOf(index);
  }
  return distance;
}

/** Drift of an aircraft that hovers, which its simplified track does not have, in metres a second. */
const DRIFT = 0.3;
/** Difference that rounding causes, in metres, and the share that noise causes. */
const ALLOWED = { meters: 5, share: 0.05 };

/** Returns whether the distance of a complete log can be that of its simplified track. */
export function isDistanceOf(track: FlightTrack, counted: CountedDistance): boolean {
  const { distanceMeters, smallestMoveMeters = 0 } = counted;
  const along = distanceAlong(track, smallestMoveMeters);
  const allowed = ALLOWED.meters + along * ALLOWED.share + 2 * smallestMoveMeters;
  const difference = distanceMeters - along;
  return -difference <= allowed && difference <= allowed + DRIFT * (track.seconds.at(-1) ?? 0);
}
