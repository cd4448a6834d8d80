import { formatAreaSize } from './area-size.ts';
import { AREA_LIMITS, areaSize, polygonsOf, type JobArea, type Position, type Ring } from './job-area.ts';

/** A line between two successive vertices of a ring. */
interface Edge {
  /** Index of the ring in the area, and of the first vertex in the ring. */
  ring: number;
  index: number;
  from: Position;
  to: Position;
}

const xOf = ([x = 0]: Position) => x;
const yOf = ([, y = 0]: Position) => y;
const samePlace = (a: Position, b: Position) => xOf(a) === xOf(b) && yOf(a) === yOf(b);

/** Twice the area of a triangle in square degrees, positive for a left turn. */
const cross = (a: Position, b: Position, c: Position) =>
  (xOf(b) - xOf(a)) * (yOf(c) - yOf(a)) - (yOf(b) - yOf(a)) * (xOf(c) - xOf(a));

const between = (value: number, one: number, other: number) =>
  Math.min(one, other) <= value && value <= Math.max(one, other);
const inBox = (point: Position, { from, to }: Edge) =>
  between(xOf(point), xOf(from), xOf(to)) && between(yOf(point), yOf(from), yOf(to));

/** Whether two lines have a common point. */
function meet(a: Edge, b: Edge): boolean {
  const sides = [cross(b.from, b.to, a.from), cross(b.from, b.to, a.to)] as const;
  const others = [cross(a.from, a.to, b.from), cross(a.from, a.to, b.to)] as const;
  if (sides[0] * sides[1] < 0 && others[0] * others[1] < 0) return true;
  return (
    (sides[0] === 0 && inBox(a.from, b)) ||
    (sides[1] === 0 && inBox(a.to, b)) ||
    (others[0] === 0 && inBox(b.from, a)) ||
    (others[1] === 0 && inBox(b.to, a))
  );
}

const ringName = (ring: number) => `ring ${ring + 1}`;
/** The name of a vertex in a message: both numbers start at 1. */
const vertexName = (ring: number, index: number) => `Vertex ${index + 1} of ${ringName(ring)}`;

/** Returns the ring and the vertex that a fault names, as indexes; null if it names none. */
export function vertexOfFault(fault: string): { ring: number; vertex: number } | null {
  const [, vertex, ring] = /^Vertex (\d+) of ring (\d+)/.exec(fault) ?? [];
  return vertex === undefined ? null : { ring: Number(ring) - 1, vertex: Number(vertex) - 1 };
}

const count = (value: number) => value.toLocaleString('en-US');

function vertexFault(position: Position, ring: number, index: number): string | null {
  const [longitude, latitude, ...more] = position;
  const name = vertexName(ring, index);
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude) || more.length > 0)
    return `${name} is not a longitude and a latitude in degrees`;
  if (Math.abs(xOf(position)) > 180) return `${name}: the longitude is not from -180° to 180°`;
  if (Math.abs(yOf(position)) > 90) return `${name}: the latitude is not from -90° to 90°`;
  return null;
}

/** Returns the first fault of a ring alone. */
function ringFault(ring: Ring, number: number): string | null {
  const vertices = ring.length - 1;
  const title = `Ring ${number + 1}`;
  if (vertices > AREA_LIMITS.verticesOfRing)
    return `${title} has ${count(vertices)} vertices. The maximum is ${AREA_LIMITS.verticesOfRing}`;
  for (const [index, position] of ring.entries()) {
    const fault = vertexFault(position, number, index);
    if (fault) return fault;
  }
  const [first = []] = ring;
  if (vertices < 1 || !samePlace(first, ring.at(-1) ?? []))
    return `${title} is not closed: its last position must repeat vertex 1`;
  if (vertices < 3) return `${title} has ${vertices === 1 ? '1 vertex' : '2 vertices'}. It needs at least 3`;
  const longitudes = ring.map(xOf);
  if (Math.max(...longitudes) - Math.min(...longitudes) > 180)
    return `${title} spans more than 180° of longitude. Split an area that crosses the date line into one polygon on each side`;
  return pathFault(ring, number);
}

/** Returns the first vertex that repeats the vertex before, or that ends a spike. */
function pathFault(ring: Ring, number: number): string | null {
  const vertices = ring.slice(0, -1);
  for (const [index, vertex] of vertices.entries()) {
    const before = vertices.at(index - 1) ?? vertex;
    const next = ring[index + 1] ?? vertex;
    if (samePlace(before, vertex)) return `${vertexName(number, index)} repeats the vertex before it`;
    const goesBack =
      cross(before, vertex, next) === 0 &&
      (xOf(vertex) - xOf(before)) * (xOf(next) - xOf(vertex)) +
        (yOf(vertex) - yOf(before)) * (yOf(next) - yOf(vertex)) <
        0;
    if (goesBack)
      return `${vertexName(number, index)} is the end of a spike: the border goes back along the same line`;
  }
  return null;
}

function edgesOf(rings: readonly Ring[]): Edge[] {
  return rings.flatMap((ring, number) =>
    ring.slice(1).map((to, index) => ({ ring: number, index, from: ring[index] ?? to, to })),
  );
}

/** Whether two lines of one ring follow each other. They always share a vertex. */
function areNeighbours(a: Edge, b: Edge, rings: readonly Ring[]): boolean {
  if (a.ring !== b.ring) return false;
  const gap = Math.abs(a.index - b.index);
  return gap === 1 || gap === (rings[a.ring]?.length ?? 0) - 2;
}

/** Returns the first pair of lines that cross or touch. */
function crossingFault(rings: readonly Ring[]): string | null {
  const west = ({ from, to }: Edge) => Math.min(xOf(from), xOf(to));
  const edges = edgesOf(rings).toSorted((a, b) => west(a) - west(b));
  for (const [position, edge] of edges.entries()) {
    const east = Math.max(xOf(edge.from), xOf(edge.to));
    for (let index = position + 1; index < edges.length; index += 1) {
      const other = edges[index];
      if (!other || west(other) > east) break;
      if (!areNeighbours(edge, other, rings) && meet(edge, other)) return crossingOf(edge, other);
    }
  }
  return null;
}

function crossingOf(one: Edge, two: Edge): string {
  const isEarlier = one.ring < two.ring || (one.ring === two.ring && one.index < two.index);
  const [first, second] = isEarlier ? [one, two] : [two, one];
  return `${vertexName(second.ring, second.index)} starts a line that crosses or touches the line from vertex ${first.index + 1} of ${ringName(first.ring)}`;
}

/** Whether a point is inside a ring, by the number of lines that a ray to the east crosses. The ring does not touch the point. */
export function isInRing(point: Position, ring: Ring): boolean {
  return edgesOf([ring]).reduce((inside, { from, to }) => {
    if (yOf(from) > yOf(point) === yOf(to) > yOf(point)) return inside;
    const share = (yOf(point) - yOf(from)) / (yOf(to) - yOf(from));
    return xOf(point) < xOf(from) + share * (xOf(to) - xOf(from)) ? !inside : inside;
  }, false);
}

/** Returns the first hole outside its border or in another hole, or border in another polygon. Rings do not touch. */
function nestingFault(polygons: readonly (readonly Ring[])[]): string | null {
  const parts = polygons.flatMap((rings, polygon) =>
    rings.map((ring, index) => ({ ring, polygon, isHole: index > 0 })),
  );
  for (const [number, { ring, polygon, isHole }] of parts.entries()) {
    const [start = []] = ring;
    const around = parts.flatMap((other, index) =>
      other.ring !== ring && isInRing(start, other.ring) ? [{ ...other, index }] : [],
    );
    const border = parts.findIndex((other) => other.polygon === polygon && !other.isHole);
    if (isHole && !around.some(({ index }) => index === border))
      return `${vertexName(number, 0)} is outside ${ringName(border)}, and a hole must be inside it`;
    const wrong = around.find((other) =>
      isHole ? other.polygon === polygon && other.isHole : !other.isHole,
    );
    const isIsland = !isHole && around.some((other) => other.polygon === wrong?.polygon && other.isHole);
    if (wrong && !isIsland)
      return `${vertexName(number, 0)} is inside ${ringName(wrong.index)}: ${isHole ? 'holes' : 'polygons'} must not overlap`;
  }
  return null;
}

function sizeFault(area: JobArea): string | null {
  const size = areaSize(area);
  const { smallest, largest } = AREA_LIMITS;
  if (size < smallest) return `The area has ${count(Math.floor(size))} m². The minimum is ${smallest} m²`;
  if (size > largest)
    return `The area has ${formatAreaSize(size)}. The maximum is ${formatAreaSize(largest)}, which is 500 km²`;
  return null;
}

/**
 * Returns the first fault of an area as a sentence that names the ring and the vertex, or null. Rings are numbered in their
 * order in the area, from 1. Rings must not touch each other.
 */
export function areaFault(area: JobArea): string | null {
  const polygons = polygonsOf(area);
  const rings = polygons.flat();
  if (polygons.length === 0 || polygons.some((polygon) => polygon.length === 0))
    return 'A polygon has no ring';
  if (rings.length > AREA_LIMITS.rings)
    return `The area has ${count(rings.length)} rings. The maximum is ${AREA_LIMITS.rings}`;
  for (const [number, ring] of rings.entries()) {
    const fault = ringFault(ring, number);
    if (fault) return fault;
  }
  return crossingFault(rings) ?? nestingFault(polygons) ?? sizeFault(area);
}
