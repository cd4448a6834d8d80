import { convexHull, projectTrack, TRACK_POINTS_MAX, type FlightTrack } from '@dps/contract';

/** Tolerance in metres, below the accuracy of aircraft receivers. */
const TOLERANCE = 0.2;
/** Maximum number of positions of a segment, which limits the cost of each added position. */
const SEGMENT_MAX = 2000;
/** More corners of the convex hull change its area by less than 0.01 percent. */
const CORNERS_MAX = 400;

/** A gap of a log: a longer time between two positions, in seconds, in which the aircraft moved farther, in metres. */
const GAP = { seconds: 10, meters: 10 };
/** Maximum number of gaps whose two ends are kept. */
const GAPS_MAX = 200;

interface Place {
  x: number;
  y: number;
  z: number;
  /** Seconds. */
  t: number;
}

interface Segment {
  from: number;
  to: number;
  /** The position with the largest deviation from the segment, and that deviation in metres. */
  worst: number;
  error: number;
}

function placesOf(track: FlightTrack): Place[] {
  return projectTrack(track).map(({ x, y }, index) => ({
    x,
    y,
    z: track.heights?.[index] ?? 0,
    t: track.seconds[index] ?? 0,
  }));
}

/**
 * Returns the synchronized distance of Meratnia and de By (EDBT 2004): the distance of a position from the place of an
 * aircraft that flies the segment at constant speed. It accounts for shape, height and time.
 */
function deviation(place: Place, from: Place, to: Place): number {
  const share = to.t > from.t ? (place.t - from.t) / (to.t - from.t) : 0;
  return Math.hypot(
    place.x - from.x - (to.x - from.x) * share,
    place.y - from.y - (to.y - from.y) * share,
    place.z - from.z - (to.z - from.z) * share,
  );
}

function segment(places: readonly Place[], from: number, to: number): Segment {
  const found: Segment = { from, to, worst: from, error: 0 };
  const [start, end] = [places[from], places[to]];
  if (!start || !end) return found;
  for (let index = from + 1; index < to; index += 1) {
    const place = places[index];
    const error = place ? deviation(place, start, end) : 0;
    if (error > found.error) [found.worst, found.error] = [index, error];
  }
  return found;
}

/** Returns the indexes of the positions that a gap follows. */
function gapsOf(places: readonly Place[]): number[] {
  return places.flatMap((from, index) => {
    const to = places[index + 1];
    if (!to || to.t - from.t <= GAP.seconds) return [];
    return Math.hypot(to.x - from.x, to.y - from.y) > GAP.meters ? [index] : [];
  });
}

/**
 * Returns the indexes of the positions that determine the figures, in order: both ends, the highest position, the corners of the
 * hull, and the ends of the longest gaps. A long track also keeps positions at regular intervals.
 */
function landmarks(track: FlightTrack, places: readonly Place[], gaps: readonly number[]): number[] {
  const heights = track.heights ?? [];
  const highest = heights.reduce((best, height, index) => (height > (heights[best] ?? 0) ? index : best), 0);
  const hull = convexHull(projectTrack(track)).map(({ index }) => index);
  const every = Math.ceil(hull.length / CORNERS_MAX);
  const corners = hull.filter((_, index) => index % every === 0);
  const { length } = track.longitudes;
  const between = Array.from({ length: Math.ceil(length / SEGMENT_MAX) }, (_, index) => index * SEGMENT_MAX);
  const seconds = (index: number) => (places[index + 1]?.t ?? 0) - (places[index]?.t ?? 0);
  const longest = gaps.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, GAPS_MAX);
  const ends = longest.flatMap((index) => [index, index + 1]);
  const kept = new Set([...between, length - 1, highest, ...corners, ...ends]);
  return [...kept].toSorted((a, b) => a - b);
}

function pick(track: FlightTrack, indexes: readonly number[]): FlightTrack {
  const column = (values: readonly number[]) => indexes.map((index) => values[index] ?? 0);
  return {
    longitudes: column(track.longitudes),
    latitudes: column(track.latitudes),
    heights: track.heights && column(track.heights),
    seconds: column(track.seconds),
  };
}

/** Simplifies the track to at most `TRACK_POINTS_MAX` positions by repeatedly adding the one with the largest deviation. */
export function thinTrack(track: FlightTrack): FlightTrack {
  const places = placesOf(track);
  const gaps = gapsOf(places);
  const kept = landmarks(track, places, gaps);
  const segments = kept.slice(1).map((to, index) => segment(places, kept[index] ?? 0, to));
  while (segments.length < TRACK_POINTS_MAX - 1) {
    const index = segments.reduce(
      (best, { error }, at) => (error > (segments[best]?.error ?? 0) ? at : best),
      0,
    );
    const worst = segments[index];
    if (!worst || worst.error <= TOLERANCE) break;
    segments.splice(
      index,
      1,
      segment(places, worst.from, worst.worst),
      segment(places, worst.worst, worst.to),
    );
  }
  let leg = 0;
  const legs = new Set<number>();
  for (const gap of gaps) {
    while ((segments[leg]?.to ?? Infinity) <= gap) leg += 1;
    legs.add(leg);
  }
  return {
    ...pick(track, [0, ...segments.map(({ to }) => to)]),
    ...(legs.size > 0 && { gaps: [...legs] }),
  };
}
