import {
  AREA_LIMITS,
  areaFault,
  parsePosition,
  radians,
  radiiAt,
  type JobArea,
  type Position,
  type Ring,
} from '@dps/contract';
import { AreaProblem, type FoundShapes } from './area-problem.ts';
import { isObject, listOf } from './geojson-log.ts';
import { readKmlShapes } from './kml-area.ts';
import { documentPieces } from './kmz-log.ts';
import { bytePieces, textPieces, type LogFile } from './log-file.ts';
import { LogProblem } from './log-problem.ts';

export { AreaProblem } from './area-problem.ts';

/** Maximum size of a file with an area, and of the document in an archive. */
export const AREA_FILE_MAX_BYTES = 5_000_000;

/** An area that was read, and the numbers of shapes that are not part of it. */
export interface AreaReading {
  area: JobArea;
  leftOut: { polygons: number; lines: number; points: number };
}

/** 1 cm, which is finer than any survey. */
const DECIMALS = 1e7;
const rounded = (value = NaN) => Math.round(value * DECIMALS) / DECIMALS;
const isSame = (a: Position | undefined, b: Position) => a?.[0] === b[0] && a?.[1] === b[1];

/** Rounds the positions of a ring, without heights and successive repetitions, and closes it. */
function toRing(positions: readonly Position[]): Ring {
  const ring: Position[] = [];
  for (const [longitude, latitude] of positions) {
    const position = [rounded(longitude), rounded(latitude)];
    if (!isSame(ring.at(-1), position)) ring.push(position);
  }
  const [first] = ring;
  return first && !isSame(ring.at(-1), first) ? [...ring, first] : ring;
}

/** Returns the first polygons, as many as an area can have. Throws `AreaProblem` for the first fault. */
function toReading({ polygons, lines, points }: FoundShapes): AreaReading {
  if (polygons.length === 0) throw new AreaProblem('noPolygon');
  let rings = 0;
  const taken = polygons.filter((polygon, index) => {
    rings += polygon.length;
    return index === 0 || rings <= AREA_LIMITS.rings;
  });
  const coordinates = taken.map((polygon) => polygon.map(toRing));
  const [first = []] = coordinates;
  const area: JobArea =
    coordinates.length === 1
      ? { type: 'Polygon', coordinates: first }
      : { type: 'MultiPolygon', coordinates };
  const fault = areaFault(area);
  if (fault !== null) throw new AreaProblem({ fault });
  return { area, leftOut: { polygons: polygons.length - taken.length, lines, points } };
}

const toPosition = (value: unknown): Position =>
  listOf(value).map((each) => (typeof each === 'number' ? each : NaN));
const toPolygon = (value: unknown) => listOf(value).map((ring) => listOf(ring).map(toPosition));

/** Adds the shapes of a GeoJSON object (RFC 7946), with those in it, in their order. */
function collect(value: unknown, found: { polygons: Ring[][]; lines: number; points: number }): void {
  if (!isObject(value)) return;
  const { type, coordinates } = value;
  if (type === 'Polygon') found.polygons.push(toPolygon(coordinates));
  else if (type === 'MultiPolygon') found.polygons.push(...listOf(coordinates).map(toPolygon));
  else if (type === 'LineString') found.lines += 1;
  else if (type === 'MultiLineString') found.lines += listOf(coordinates).length;
  else if (type === 'Point') found.points += 1;
  else if (type === 'MultiPoint') found.points += listOf(coordinates).length;
  else if (type === 'Feature') collect(value['geometry'], found);
  // A collection in a collection is not followed: its depth would have no limit.
  else if (type === 'GeometryCollection')
    for (const each of listOf(value['geometries'])) collectShape(each, found);
  else if (type === 'FeatureCollection')
    for (const each of listOf(value['features'])) if (isObject(each)) collect(each['geometry'], found);
}

function collectShape(value: unknown, found: Parameters<typeof collect>[1]): void {
  if (isObject(value) && value['type'] !== 'GeometryCollection') collect(value, found);
}

function readGeoJson(text: string): FoundShapes {
  const found = { polygons: [], lines: 0, points: 0 };
  try {
    collect(JSON.parse(text), found);
  } catch {
    throw new AreaProblem('badJson');
  }
  return found;
}

const A_POSITION = 'a latitude and a longitude in degrees, such as 30.2672, -97.7431';

/** Reads lines of a latitude and a longitude as one ring. */
function readCoordinates(text: string): FoundShapes {
  const ring = text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const position = parsePosition(line);
    if (!position) throw new AreaProblem({ fault: `Line ${index + 1} is not ${A_POSITION}` });
    return [position];
  });
  return { polygons: [[ring]], lines: 0, points: 0 };
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** Reads an area from a text: KML, GeoJSON, or lines of a latitude and a longitude. Throws `AreaProblem`. */
export async function readAreaText(text: string): Promise<AreaReading> {
  const content = text.replace(/^\uFEFF/, '').trim();
  if (content === '') throw new AreaProblem('empty');
  if (content.length > AREA_FILE_MAX_BYTES) throw new AreaProblem('large');
  if (content.startsWith('<')) return toReading(await readKmlShapes(onePiece(content)));
  if (/^[{[]/.test(content)) return toReading(readGeoJson(content));
  return toReading(readCoordinates(content));
}

const isArchive = (start: Uint8Array) => start[0] === 0x50 && start[1] === 0x4b;

/** Reads an area from a KML, KMZ or GeoJSON file of at most 5 MB, or of lines of coordinates. Throws `AreaProblem`. */
export async function readAreaFile(file: LogFile): Promise<AreaReading> {
  if (file.size === 0) throw new AreaProblem('empty');
  if (file.size > AREA_FILE_MAX_BYTES) throw new AreaProblem('large');
  if (!isArchive(await file.read(0, Math.min(2, file.size)))) {
    let text = '';
    for await (const piece of textPieces(bytePieces(file))) text += piece;
    // A binary file, such as a shapefile.
    if (text.includes('\0')) throw new AreaProblem('format');
    return readAreaText(text);
  }
  try {
    return toReading(await readKmlShapes(textPieces(documentPieces(file, () => {}, AREA_FILE_MAX_BYTES))));
  } catch (error) {
    if (!(error instanceof LogProblem)) throw error;
    if (error.code === 'largeDocument') throw new AreaProblem('largeDocument');
    throw new AreaProblem(error.code === 'truncated' ? 'damaged' : 'noKml');
  }
}

/**
 * Returns a rectangle around a center. Throws `AreaProblem`.
 *
 * @param center a latitude and a longitude in degrees, as typed
 * @param width from west to east in metres
 * @param height from south to north in metres
 */
export async function rectangleArea(center: string, width: number, height: number): Promise<AreaReading> {
  const position = parsePosition(center);
  if (!position) throw new AreaProblem({ fault: `The center is not ${A_POSITION}` });
  // An empty field is the number zero.
  if (!(width > 0 && height > 0))
    throw new AreaProblem({ fault: 'The width and the height are not lengths in metres, such as 300' });
  const [longitude = NaN, latitude = NaN] = position;
  const radii = radiiAt(latitude);
  const east = width / 2 / (radii.east * Math.cos(radians(latitude)) * radians(1));
  const north = height / 2 / (radii.north * radians(1));
  const corners = [
    [longitude - east, latitude - north],
    [longitude + east, latitude - north],
    [longitude + east, latitude + north],
    [longitude - east, latitude + north],
  ];
  return Promise.resolve(toReading({ polygons: [[corners]], lines: 0, points: 0 }));
}
