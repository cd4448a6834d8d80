import { convexHull, polygonArea } from './convex-hull.ts';
import { distanceAlong, groundDistance } from './flight-distance.ts';
import { projectTrack, type FlightTrack } from './flight-track.ts';

export const METERS_PER_FOOT = 0.3048;

/** Maximum height of a small unmanned aircraft above ground (14 CFR 107.51(b)), in feet. */
export const HEIGHT_LIMIT_FEET = 400;
/** `HEIGHT_LIMIT_FEET` in metres. */
export const HEIGHT_LIMIT = HEIGHT_LIMIT_FEET * METERS_PER_FOOT;

/**
 * Bounds of the flight of a small unmanned aircraft, beyond what any of them surveys. A log outside them is not of one flight of
 * such an aircraft, or its receiver failed.
 */
export const FLIGHT_BOUNDS = {
  /** Metres per second over ground. 14 CFR 107.51(a) allows 44.7. */
  speed: 100,
  /** Metres above the reference of the log, and below it. */
  height: 3000,
  depth: 1000,
  /** Metres over ground. */
  distance: 1_000_000,
  /** Square metres. */
  area: 1_000_000_000,
} as const;

/**
 * The first instant of a flight, in milliseconds since 1970. Consumer drones with a receiver exist since 2010. A receiver whose
 * 1,024 weeks of GPS have passed, or a clock without a battery, reports an earlier time.
 */
const FIRST_START = Date.UTC(2010);
/** A day: the clock of an aircraft can be ahead of the own one, and in another time zone. */
const START_LEEWAY = 86_400_000;

/** Returns whether a flight can have started at an instant, in milliseconds since 1970. False for NaN. */
export const isPlausibleStart = (start: number, now = Date.now()): boolean =>
  start >= FIRST_START && start <= now + START_LEEWAY;

/** Measurements of a flight track. */
export interface TrackMeasures {
  /** Time from the first position to the last. */
  durationSeconds: number;
  /** Distance over ground along the positions. */
  distanceMeters: number;
  /** Area of the convex hull of all positions. */
  areaSquareMeters: number;
  /** Above the reference of the log; null without heights. */
  maxHeightMeters: number | null;
  /** Time above `HEIGHT_LIMIT`; null without heights. */
  secondsAboveLimit: number | null;
}

/**
 * Shortest time of a speed, in seconds. Many logs repeat a position until the receiver has the next one, so two successive rows
 * can be metres apart within a tenth of a second.
 */
const SPEED_SECONDS = 5;

/** Returns the greatest speed over ground between two positions at least `SPEED_SECONDS` apart, in metres per second. */
export function topSpeed({ longitudes, latitudes, seconds }: FlightTrack): number {
  const placeOf = (index: number) => [longitudes[index] ?? 0, latitudes[index] ?? 0] as const;
  const last = seconds.length - 1;
  let top = 0;
  let to = 0;
  for (let from = 0; from < last; from += 1) {
    const start = seconds[from] ?? 0;
    while (to < last && (seconds[to] ?? 0) - start < SPEED_SECONDS) to += 1;
    // Close to the end, and in a shorter flight, the rest counts as if it took that time.
    const time = Math.max((seconds[to] ?? 0) - start, SPEED_SECONDS);
    top = Math.max(top, groundDistance(placeOf(from), placeOf(to)) / time);
  }
  return top;
}

/** Share of a leg above the limit, 0 to 1, for a linear change of height. */
function shareAbove(from: number, to: number): number {
  if (from > HEIGHT_LIMIT && to > HEIGHT_LIMIT) return 1;
  if (from <= HEIGHT_LIMIT && to <= HEIGHT_LIMIT) return 0;
  return (Math.max(from, to) - HEIGHT_LIMIT) / Math.abs(to - from);
}

function secondsAbove(heights: readonly number[], seconds: readonly number[]): number {
  let above = 0;
  for (let index = 1; index < heights.length; index += 1) {
    const time = (seconds[index] ?? 0) - (seconds[index - 1] ?? 0);
    above += time * shareAbove(heights[index - 1] ?? 0, heights[index] ?? 0);
  }
  return above;
}

/** Maximum height, by a loop: so many values cannot be spread into arguments. */
const highest = (heights: readonly number[]) =>
  heights.reduce((top, height) => Math.max(top, height), -Infinity);

/** Logs are not more precise than a decimetre. */
const tenth = (value: number) => Math.round(value * 10) / 10;
const tenthOf = (value: number | null) => (value === null ? null : tenth(value));

/** Measures a track of at least one position, to a tenth of each unit. */
export function measureTrack(track: FlightTrack): TrackMeasures {
  const { heights, seconds } = track;
  return {
    durationSeconds: tenth((seconds.at(-1) ?? 0) - (seconds[0] ?? 0)),
    distanceMeters: tenth(distanceAlong(track)),
    areaSquareMeters: tenth(polygonArea(convexHull(projectTrack(track)))),
    maxHeightMeters: tenthOf(heights && highest(heights)),
    secondsAboveLimit: tenthOf(heights && secondsAbove(heights, seconds)),
  };
}
