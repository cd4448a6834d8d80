import type { PlanePoint } from './flight-track.ts';

interface Vertex extends PlanePoint {
  /** Index of the point in the input. */
  index: number;
}

/** Twice the area of the triangle, positive for a left turn. */
function cross(a: PlanePoint, b: PlanePoint, c: PlanePoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** One side of the hull, from the first sorted point to the last, which is left out. */
function chain(sorted: readonly Vertex[]): Vertex[] {
  const side: Vertex[] = [];
  for (const point of sorted) {
    for (;;) {
      const [before, last] = side.slice(-2);
      if (!before || !last || cross(before, last, point) > 0) break;
      side.pop();
    }
    side.push(point);
  }
  return side.slice(0, -1);
}

/**
 * The convex hull of points, counterclockwise, without points on its edges: Andrew's monotone chain (Information Processing
 * Letters 9, 1979). Fewer than three vertices if all points are on a line.
 */
export function convexHull(points: readonly PlanePoint[]): Vertex[] {
  const sorted = points
    .map(({ x, y }, index) => ({ x, y, index }))
    .toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/** The area of a polygon in the square of its unit, by the shoelace formula; 0 with fewer than three vertices. */
export function polygonArea(vertices: readonly PlanePoint[]): number {
  const twice = vertices.reduce((sum, a, index) => {
    const b = vertices[(index + 1) % vertices.length] ?? a;
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
  return Math.abs(twice) / 2;
}
