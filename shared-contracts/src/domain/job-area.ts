import { formatAreaSize, quantity } from './area-size.ts';
import { distanceAlong } from './flight-distance.ts';
import { ECCENTRICITY_SQUARED, EQUATORIAL_RADIUS, turn } from './flight-track.ts';
import { radians } from './place.ts';

/** Longitude and latitude in degrees, WGS 84. */
export type Position = readonly number[];
/** A closed line: its last position repeats its first. */
export type Ring = readonly Position[];

/** The area of a job as GeoJSON (RFC 7946). The first ring of a polygon is its border, further rings are holes in it. */
export type JobArea =
  | { type: 'Polygon'; coordinates: readonly Ring[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly Ring[])[] };

/** Limits of the area of a job. A vertex that closes its ring does not count. */
export const AREA_LIMITS = {
  rings: 10,
  verticesOfRing: 500,
  /** Square metres. */
  smallest: 100,
  largest: 500_000_000,
} as const;

/** The figures of an area. */
export interface AreaSummary {
  /** Without holes, rounded. */
  squareMeters: number;
  /** Metres from west to east through the center, and from south to north, rounded. */
  widthMeters: number;
  heightMeters: number;
  /** The center of the extent: longitude and latitude in degrees, to 5 decimals (1 m). */
  longitude: number;
  latitude: number;
}

/** Returns the polygons of an area, each with its border and its holes. */
export function polygonsOf(area: JobArea): readonly (readonly Ring[])[] {
  return area.type === 'Polygon' ? [area.coordinates] : area.coordinates;
}

/** Returns whether two areas have the same positions in the same order. */
export function sameArea(one: JobArea | null | undefined, other: JobArea | null | undefined): boolean {
  return one?.type === other?.type && JSON.stringify(one?.coordinates) === JSON.stringify(other?.coordinates);
}

const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);

/** The area of WGS 84 between the equator and a parallel, in square metres per radian of longitude (Snyder, equation 3-12). */
function areaToParallel(latitude: number): number {
  const sine = Math.sin(radians(latitude));
  const flattened = ECCENTRICITY * sine;
  return (
    (EQUATORIAL_RADIUS ** 2 *
      (1 - ECCENTRICITY_SQUARED) *
      (sine / (1 - flattened ** 2) + Math.atanh(flattened) / ECCENTRICITY)) /
    2
  );
}

/**
 * Returns the area of a ring on the ellipsoid, in square metres. A line between two positions is straight in degrees, as in
 * GeoJSON. Simpson's rule integrates along it: at the size of a job, the error is far below a square metre.
 */
export function ringArea(ring: Ring): number {
  const sum = ring.slice(1).reduce((total, [longitude = 0, latitude = 0], index) => {
    const [from = 0, south = 0] = ring[index] ?? [];
    const middle = 4 * areaToParallel((south + latitude) / 2);
    return (
      total + (radians(longitude - from) * (areaToParallel(south) + middle + areaToParallel(latitude))) / 6
    );
  }, 0);
  return Math.abs(sum);
}

/** Returns the size of an area without its holes, in square metres. */
export function areaSize(area: JobArea): number {
  return polygonsOf(area).reduce((total, [border = [], ...holes]) => {
    return total + holes.reduce((rest, hole) => rest - ringArea(hole), ringArea(border));
  }, 0);
}

/** The extent of an area in degrees. The east is more than 180 if the extent crosses the date line. */
interface AreaExtent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Returns the extent of an area, by the shorter way around the globe. */
export function areaExtent(area: JobArea): AreaExtent {
  const positions = polygonsOf(area).flat(2);
  const [[first = 0] = []] = positions;
  // Relative to the first position: the parts of an area that is split at the date line are then neighbours.
  const easts = positions.map(([longitude = 0]) => first + turn(first, longitude));
  const norths = positions.map(([, latitude = 0]) => latitude);
  const lowest = (values: number[]) => values.reduce((low, value) => Math.min(low, value), Infinity);
  const highest = (values: number[]) => values.reduce((high, value) => Math.max(high, value), -Infinity);
  return { west: lowest(easts), south: lowest(norths), east: highest(easts), north: highest(norths) };
}

const decimals = (value: number) => Number(value.toFixed(5));

/** Returns the figures of an area. */
export function summarizeArea(area: JobArea): AreaSummary {
  const { west, south, east, north } = areaExtent(area);
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const length = (longitudes: number[], latitudes: number[]) =>
    Math.round(distanceAlong({ longitudes, latitudes }));
  return {
    squareMeters: Math.round(areaSize(area)),
    // Through the center: a line along a parallel has its full length only in parts.
    widthMeters: length([west, longitude, east], [latitude, latitude, latitude]),
    heightMeters: length([longitude, longitude], [south, north]),
    longitude: decimals(turn(0, longitude)),
    latitude: decimals(latitude),
  };
}

/** Formats a length: "480 m", "12.3 km". */
function lengthText(meters: number): string {
  return meters < 10_000 ? `${meters.toLocaleString('en-US')} m` : `${quantity(meters / 1000)} km`;
}

/** Formats an angle with its direction: "97.7431° W". */
function degrees(value: number, [positive, negative]: readonly [string, string]): string {
  return `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
}

/** Describes an area: "24.7 acres (10 ha), 480 m × 310 m, center 30.2672° N, 97.7431° W". */
export function describeArea({
  squareMeters,
  widthMeters,
  heightMeters,
  longitude,
  latitude,
}: AreaSummary): string {
  const place = `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`;
  return `${formatAreaSize(squareMeters)}, ${lengthText(widthMeters)} × ${lengthText(heightMeters)}, center ${place}`;
}

const POSITION_TEXT =
  /^(?<south>[+-]?\d+(?:\.\d+)?)\s*°?\s*(?<ns>[NS])?(?:\s*[,;]\s*|\s+)(?<west>[+-]?\d+(?:\.\d+)?)\s*°?\s*(?<ew>[EW])?$/i;

/** Parses a latitude and a longitude in degrees: "30.2672, -97.7431", "30.2672° N, 97.7431° W". Null for another text. */
export function parsePosition(text: string): Position | null {
  const { south = '', ns = '', west = '', ew = '' } = POSITION_TEXT.exec(text.trim())?.groups ?? {};
  if (south === '') return null;
  const signed = (value: string, isNegative: boolean) => (isNegative ? -Number(value) : Number(value));
  return [signed(west, ew.toUpperCase() === 'W'), signed(south, ns.toUpperCase() === 'S')];
}
