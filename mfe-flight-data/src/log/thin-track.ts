import { convexHull, projectTrack, TRACK_POINTS_MAX, type FlightTrack } from '@dps/shared-contracts';

/** Metres; no receiver of an aircraft is truer. */
const TOLERANCE = 0.2;
/** The longest stretch that is looked through at once: each position that is taken in costs no more than this. */
const STRETCH_MAX = 2000;
/** More corners of the hull change its area by less than a ten-thousandth. */
const CORNERS_MAX = 400;

interface Place {
  x: number;
  y: number;
  z: number;
  /** Seconds; without times the way so far, as if the speed were even. */
  t: number;
}

interface Stretch {
  from: number;
  to: number;
  /** The position that is furthest from where it would be without it, and how far that is in metres. */
  worst: number;
  error: number;
}

function placesOf(track: FlightTrack): Place[] {
  let way = 0;
  const plane = projectTrack(track);
  return plane.map(({ x, y }, index) => {
    const before = plane[index - 1] ?? { x, y };
    way += Math.hypot(x - before.x, y - before.y);
    return { x, y, z: track.heights?.[index] ?? 0, t: track.seconds?.[index] ?? way };
  });
}

/**
 * How far a position is from where the aircraft would be at that time had it flown evenly from one end of the stretch to
 * the other: the synchronized distance of Meratnia and de By (EDBT 2004), which keeps shape, heights and times alike.
 */
function deviation(place: Place, from: Place, to: Place): number {
  const share = to.t > from.t ? (place.t - from.t) / (to.t - from.t) : 0;
  return Math.hypot(
    place.x - from.x - (to.x - from.x) * share,
    place.y - from.y - (to.y - from.y) * share,
    place.z - from.z - (to.z - from.z) * share,
  );
}

function stretch(places: readonly Place[], from: number, to: number): Stretch {
  const found: Stretch = { from, to, worst: from, error: 0 };
  const [start, end] = [places[from], places[to]];
  if (!start || !end) return found;
  for (let index = from + 1; index < to; index += 1) {
    const place = places[index];
    const error = place ? deviation(place, start, end) : 0;
    if (error > found.error) [found.worst, found.error] = [index, error];
  }
  return found;
}

/**
 * What a track must keep, in order, for its figures to stay: both ends, the highest position, the corners of the hull; of
 * a long one also a position now and then.
 */
function landmarks(track: FlightTrack): number[] {
  const heights = track.heights ?? [];
  const highest = heights.reduce((best, height, index) => (height > (heights[best] ?? 0) ? index : best), 0);
  const hull = convexHull(projectTrack(track)).map(({ index }) => index);
  const every = Math.ceil(hull.length / CORNERS_MAX);
  const corners = hull.filter((_, index) => index % every === 0);
  const { length } = track.longitudes;
  const between = Array.from({ length: Math.ceil(length / STRETCH_MAX) }, (_, index) => index * STRETCH_MAX);
  const kept = new Set([...between, length - 1, highest, ...corners]);
  return [...kept].toSorted((a, b) => a - b);
}

function pick(track: FlightTrack, indexes: readonly number[]): FlightTrack {
  const column = (values: readonly number[]) => indexes.map((index) => values[index] ?? 0);
  return {
    longitudes: column(track.longitudes),
    latitudes: column(track.latitudes),
    heights: track.heights && column(track.heights),
    seconds: track.seconds && column(track.seconds),
  };
}

/** The track in at most `TRACK_POINTS_MAX` of its positions: what is furthest off is taken in until nothing is. */
export function thinTrack(track: FlightTrack): FlightTrack {
  const places = placesOf(track);
  const kept = landmarks(track);
  const stretches = kept.slice(1).map((to, index) => stretch(places, kept[index] ?? 0, to));
  while (stretches.length < TRACK_POINTS_MAX - 1) {
    const index = stretches.reduce(
      (best, { error }, at) => (error > (stretches[best]?.error ?? 0) ? at : best),
      0,
    );
    const worst = stretches[index];
    if (!worst || worst.error <= TOLERANCE) break;
    stretches.splice(
      index,
      1,
      stretch(places, worst.from, worst.worst),
      stretch(places, worst.worst, worst.to),
    );
  }
  return pick(track, [0, ...stretches.map(({ to }) => to)]);
}
