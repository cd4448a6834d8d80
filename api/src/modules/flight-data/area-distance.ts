import { polygonsOf, radians, radiiAt, turn, type FlightTrack, type JobArea } from '@dps/contract';

interface Point {
  x: number;
  y: number;
}

/** Whether a ray from the origin to the east crosses an edge. */
const isCrossed = (from: Point, to: Point): boolean =>
  from.y > 0 !== to.y > 0 && from.x + ((to.x - from.x) * from.y) / (from.y - to.y) > 0;

/** The distance from the origin to an edge. */
function distanceToEdge(from: Point, to: Point): number {
  const [east, north] = [to.x - from.x, to.y - from.y];
  const length = east ** 2 + north ** 2;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(from.x * east + from.y * north) / length));
  return Math.hypot(from.x + share * east, from.y + share * north);
}

/** The distance from the origin to a polygon, whose holes are parts of it: a flight over a hole is at the area. */
function distanceToBorder(border: readonly Point[]): number {
  const edges = border.slice(1).map((to, index) => [border[index] ?? to, to] as const);
  if (edges.filter(([from, to]) => isCrossed(from, to)).length % 2 === 1) return 0;
  return Math.min(...edges.map(([from, to]) => distanceToEdge(from, to)));
}

/**
 * Returns the least distance between the positions of a flight and an area in metres, rounded; 0 if one is over it. Each position has a
 * plane of its own, with the radii of WGS 84 there, so that the result is nearly exact close to the area. At a larger distance, it is
 * right within a few percent.
 */
export function metersFromArea({ longitudes, latitudes }: FlightTrack, area: JobArea): number {
  const borders = polygonsOf(area).map(([border = []]) => border);
  const distances = longitudes.map((longitude, index) => {
    const latitude = latitudes[index] ?? NaN;
    const { north, east } = radiiAt(latitude);
    const toPoint = ([x = NaN, y = NaN]: readonly number[]): Point => ({
      x: radians(turn(longitude, x)) * east * Math.cos(radians((latitude + y) / 2)),
      y: radians(y - latitude) * north,
    });
    return Math.min(...borders.map((border) => distanceToBorder(border.map(toPoint))));
  });
  return Math.round(Math.min(...distances));
}
