import {
  distanceAlong,
  projectTrack,
  SMALLEST_MOVE_MAX,
  type CountedDistance,
  type FlightTrack,
} from '@dps/contract';

/** Number of positions on each side of a position from which its place is predicted. */
const NEIGHBOURS = [-2, -1, 1, 2] as const;
/** Minimum number of predictions for an estimate. */
const PREDICTIONS_MIN = 20;
/** Median of the absolute value of a normal distribution, in standard deviations. */
const MEDIAN_OF_NORMAL = 0.6745;
/** Mean distance of two positions at the same place, in standard deviations of a coordinate: the square root of pi. */
const MEAN_STEP = Math.sqrt(Math.PI);
/**
 * Apparent speed at rest from which positions are noisy, in metres a second. DJI aircraft, whose apps add up all positions, stay
 * below 0.25 m/s at one to ten positions a second. A receiver without inertial sensors is above it.
 */
const NOISY_SPEED = 0.25;
/** Movements of fewer standard deviations are noise: less than one of a million pairs of positions is further apart. */
const NOISE_DEVIATIONS = 8;

interface Place {
  x: number;
  y: number;
  /** Seconds. */
  t: number;
}

interface Noise {
  /** Standard deviation of a coordinate, in metres. */
  deviation: number;
  /** Median time between two positions, in seconds. */
  interval: number;
}

function median(values: number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[sorted.length >> 1] ?? 0;
}

/** Returns the places of a track. Many logs repeat a position until the receiver has the next one; repetitions are left out. */
function placesOf(track: FlightTrack): Place[] {
  return projectTrack(track)
    .map(({ x, y }, index) => ({ x, y, t: track.seconds[index] ?? 0 }))
    .filter(({ x, y }, index, all) => {
      const before = all[index - 1];
      return x !== before?.x || y !== before.y;
    });
}

/**
 * Adds the differences in x and y between a place and the cubic curve through its neighbours, scaled to one standard deviation.
 * An aircraft follows such a curve; the noise of its receiver does not.
 */
function addResiduals(places: readonly Place[], index: number, residuals: number[]): void {
  const here = places[index];
  const near = NEIGHBOURS.flatMap((offset) => places[index + offset] ?? []);
  if (!here || near.length < NEIGHBOURS.length) return;
  const weights = near.map((place) =>
    near.reduce((weight, { t }) => (t === place.t ? weight : (weight * (here.t - t)) / (place.t - t)), 1),
  );
  const scale = Math.hypot(1, ...weights);
  // Positions of the same time have no curve.
  if (new Set(near.map(({ t }) => t)).size < near.length) return;
  for (const axis of ['x', 'y'] as const) {
    const expected = near.reduce((sum, place, at) => sum + (weights[at] ?? 0) * place[axis], 0);
    residuals.push(Math.abs(here[axis] - expected) / scale);
  }
}

function noiseOf(track: FlightTrack): Noise {
  const places = placesOf(track);
  const residuals: number[] = [];
  for (const index of places.keys()) addResiduals(places, index, residuals);
  const intervals = track.seconds.flatMap((each, index) => each - (track.seconds[index - 1] ?? each) || []);
  const interval = median(intervals) || 1;
  const deviation = residuals.length < PREDICTIONS_MIN ? 0 : median(residuals) / MEDIAN_OF_NORMAL;
  return { deviation, interval };
}

function meanPositions({ longitudes, latitudes, seconds }: FlightTrack) {
  const first = longitudes[0] ?? 0;
  const sums = new Map<number, { longitude: number; latitude: number; count: number }>();
  for (const [index, longitude] of longitudes.entries()) {
    const second = Math.floor(seconds[index] ?? 0);
    const sum = sums.get(second) ?? { longitude: 0, latitude: 0, count: 0 };
    // Relative to the first position, because a track may cross the antimeridian.
    sum.longitude += ((longitude - first + 540) % 360) - 180;
    sum.latitude += latitudes[index] ?? 0;
    sum.count += 1;
    sums.set(second, sum);
  }
  const means = [...sums.values()];
  return {
    longitudes: means.map(({ longitude, count }) => first + longitude / count),
    latitudes: means.map(({ latitude, count }) => latitude / count),
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns the distance of a flight, from its complete track. Positions that the flight controller has estimated have little noise.
 * They are added up, as the apps of drones do. The positions of a noisy receiver are averaged for each second, and movements
 * within the noise do not count.
 *
 * @param smallestMove the shortest movement that the app of the aircraft counts, in metres
 */
export function distanceOf(track: FlightTrack, smallestMove = 0): CountedDistance {
  const { deviation, interval } = noiseOf(track);
  const isNoisy = (MEAN_STEP * deviation) / interval > NOISY_SPEED;
  if (!isNoisy) {
    const counted = {
      distanceMeters: tenth(distanceAlong(track, smallestMove)),
      distanceSource: 'positions',
    } as const;
    return smallestMove > 0 ? { ...counted, smallestMoveMeters: smallestMove } : counted;
  }
  const each = Math.max(1, Math.round(1 / interval));
  const smallest = Math.min(NOISE_DEVIATIONS * deviation, SMALLEST_MOVE_MAX);
  return {
    distanceMeters: tenth(distanceAlong(meanPositions(track), smallest / Math.sqrt(each))),
    distanceSource: 'positions',
    smallestMoveMeters: tenth(smallest),
  };
}
