import {
  polygonsOf,
  radians,
  radiiAt,
  turn,
  type FlightTrack,
  type JobArea,
  type Position,
} from '@dps/contract';

/** Metres east and north of the origin of a plane. */
interface Point {
  x: number;
  y: number;
}

/** Returns a projection to the plane that touches the ellipsoid at an origin, which is nearly exact close to it. */
function planeAt([longitude = NaN, latitude = NaN]: Position): (position: Position) => Point {
  const { north, east } = radiiAt(latitude);
  const parallel = east * Math.cos(radians(latitude));
  return ([x = NaN, y = NaN]) => ({
    x: radians(turn(longitude, x)) * parallel,
    y: radians(y - latitude) * north,
  });
}

/** The distance from a point to a border, whose last point is the first one; 0 inside. A hole is a part of the inside. */
function distanceToBorder({ x, y }: Point, border: readonly Point[]): number {
  let isInside = false;
  let least = Infinity;
  for (let index = 1; index < border.length; index += 1) {
    const [from, to] = [border[index - 1], border[index]];
    if (!from || !to) continue;
    const [fromX, fromY, east, north] = [from.x - x, from.y - y, to.x - from.x, to.y - from.y];
    if (fromY > 0 !== fromY + north > 0 && fromX - (east * fromY) / north > 0) isInside = !isInside;
    const length = east ** 2 + north ** 2;
    const share = length && Math.min(1, Math.max(0, -(fromX * east + fromY * north) / length));
    least = Math.min(least, (fromX + share * east) ** 2 + (fromY + share * north) ** 2);
  }
  return isInside ? 0 : Math.sqrt(least);
}

/**
 * Returns the least distance between the positions of a flight and an area in metres, rounded; 0 if one is over it. Each border
 * has a plane of its own, so a distance is nearly exact close to the area, and right within a few percent far from it.
 */
export function metersFromArea({ longitudes, latitudes }: FlightTrack, area: JobArea): number {
  const distances = polygonsOf(area).map(([border = []]) => {
    const toPoint = planeAt(border[0] ?? []);
    const points = border.map(toPoint);
    return longitudes.reduce(
      (least, longitude, index) =>
        Math.min(least, distanceToBorder(toPoint([longitude, latitudes[index] ?? NaN]), points)),
      Infinity,
    );
  });
  return Math.round(Math.min(...distances));
}
