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
  for (const [index, to] of places.entries()) {
    const from = places[index - 1];
    if (!from) continue;
    if (to.height === 0 && from.height === 0) continue;
    if (gaps.has(index - 1)) {
      yield cornersAt(from, heading, view);
      heading = headingOf(to, places[index + 1] ?? to, heading);
      yield cornersAt(to, heading, view);
      continue;
    }
    heading = headingOf(from, to, heading);
    yield [...cornersAt(from, heading, view), ...cornersAt(to, heading, view)];
  }
}
