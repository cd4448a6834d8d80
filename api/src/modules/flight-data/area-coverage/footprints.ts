import {
  viewOfGround,
  type EqualAreaPlane,
  type FlightTrack,
  type PlanePoint,
  type SurveyCameraId,
} from '@dps/contract';

/** A flight whose camera photographed the ground. */
export interface FlownTrack {
  track: FlightTrack & { heights: readonly number[] };
  /** Null if it is unknown: see `ASSUMED_VIEW`. */
  camera: SurveyCameraId | null;
}

/** Metres. A shorter movement, which can be noise of the receiver, does not turn the aircraft. */
const TURN_METERS = 2;
/** Legs within this part of the width of a picture of a straight line are one, and at most so many. */
const STRAIGHT = 0.005;
const LEGS_MAX = 64;

interface Place extends PlanePoint {
  height: number;
}

/** The direction of a flight as a vector of length 1. */
type Heading = PlanePoint;

/** Returns the corners of the ground in the picture from a place. */
function cornersAt(
  { x, y, height }: Place,
  heading: Heading,
  view: ReturnType<typeof viewOfGround>,
): PlanePoint[] {
  const [along, across] = [(height * view.along) / 2, (height * view.across) / 2];
  return [-along, along].flatMap((ahead) =>
    [-across, across].map((aside) => ({
      x: x + ahead * heading.x + aside * heading.y,
      y: y + ahead * heading.y - aside * heading.x,
    })),
  );
}

/** The distance of a place from a straight leg, with its height. */
function offLeg(place: Place, from: Place, to: Place): number {
  const [east, north, up] = [to.x - from.x, to.y - from.y, to.height - from.height];
  const length = east ** 2 + north ** 2;
  const along = (place.x - from.x) * east + (place.y - from.y) * north;
  const share = length && Math.min(1, Math.max(0, along / length));
  return Math.hypot(
    place.x - from.x - share * east,
    place.y - from.y - share * north,
    place.height - from.height - share * up,
  );
}

/** Returns the end of the longest nearly straight leg from an index. A gap is a leg of its own. */
function straightEnd(
  places: readonly Place[],
  start: number,
  gaps: ReadonlySet<number>,
  across: number,
): number {
  const from = places[start];
  let end = start + 1;
  if (!from || gaps.has(start)) return end;
  for (; end - start < LEGS_MAX && !gaps.has(end); end += 1) {
    const to = places[end + 1];
    if (!to) break;
    const tolerance = STRAIGHT * across * Math.min(from.height, to.height);
    if (places.slice(start + 1, end + 1).some((place) => offLeg(place, from, to) > tolerance)) break;
  }
  return end;
}

/** Returns the direction from one place to another; the previous one if they are too close to each other. */
function headingOf(from: Place, to: Place, previous: Heading): Heading {
  const [east, north] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(east, north);
  return length < TURN_METERS ? previous : { x: east / length, y: north / length };
}

/**
 * Yields the ground that a camera saw as convex polygons on a plane: of each leg of the track the ground in the pictures from its start
 * to its end. The camera points straight down, and the long side of its sensor lies across the track. Before the first movement
 * the aircraft heads north. Over a gap of the log, only the pictures at its two ends count.
 */
export function* footprints({ track, camera }: FlownTrack, plane: EqualAreaPlane): Generator<PlanePoint[]> {
  const view = viewOfGround(camera);
  const gaps = new Set(track.gaps);
  const places = track.longitudes.map((longitude, index): Place => {
    const height = Math.max(0, track.heights[index] ?? 0);
    return { ...plane.project(longitude, track.latitudes[index] ?? NaN), height };
  });
  let heading: Heading = { x: 0, y: 1 };
  for (let start = 0, end = 0; start + 1 < places.length; start = end) {
    end = straightEnd(places, start, gaps, view.across);
    const [from, to] = [places[start], places[end]];
    if (!from || !to || (from.height === 0 && to.height === 0)) continue;
    if (gaps.has(start)) {
      yield cornersAt(from, heading, view);
      heading = headingOf(to, places[end + 1] ?? to, heading);
      yield cornersAt(to, heading, view);
    } else {
      heading = headingOf(from, to, heading);
      yield [...cornersAt(from, heading, view), ...cornersAt(to, heading, view)];
    }
  }
}
