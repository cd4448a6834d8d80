import { LOG_POSITIONS_MAX } from '@dps/contract';
import { LogProblem } from './log-problem.ts';
import { parseTime } from './log-values.ts';
import { referenceOfHeights, type RawLog, type RawPosition } from './raw-log.ts';

type Properties = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : NaN);

interface Line {
  coordinates: readonly unknown[];
  times: readonly unknown[];
}

/** Returns the features of a feature collection, a feature or a geometry. */
function featuresOf(document: Properties): Properties[] {
  if (document['type'] === 'FeatureCollection') return listOf(document['features']).filter(isObject);
  return document['type'] === 'Feature' ? [document] : [{ geometry: document }];
}

/** Returns the times of a feature's positions, in the current or the former format of togeojson. */
function timesOf({ properties }: Properties): readonly unknown[] {
  if (!isObject(properties)) return [];
  const { coordinateProperties, coordTimes } = properties;
  return listOf(isObject(coordinateProperties) ? coordinateProperties['times'] : coordTimes);
}

/** Returns the lines of a collection. KML has collections of tracks, with a list of times for each track. */
function collectedLines(geometries: readonly unknown[], times: readonly unknown[]): Line[] {
  const lines = geometries.filter(isObject).filter(({ type }) => type === 'LineString');
  const ofOneLine = lines.length === 1 && !Array.isArray(times[0]);
  return lines.map(({ coordinates }, index) => ({
    coordinates: listOf(coordinates),
    times: ofOneLine ? times : listOf(times[index]),
  }));
}

function linesOf(feature: Properties): Line[] {
  const geometry = feature['geometry'];
  if (!isObject(geometry)) return [];
  const coordinates = listOf(geometry['coordinates']);
  const times = timesOf(feature);
  if (geometry['type'] === 'LineString') return [{ coordinates, times }];
  if (geometry['type'] === 'GeometryCollection') return collectedLines(listOf(geometry['geometries']), times);
  if (geometry['type'] !== 'MultiLineString') return [];
  return coordinates.map((line, index) => ({ coordinates: listOf(line), times: listOf(times[index]) }));
}

function positionsOf({ coordinates, times }: Line): RawPosition[] {
  return coordinates.map((coordinate, index) => {
    const [longitude, latitude, height] = listOf(coordinate);
    const time = times[index];
    const instant = typeof time === 'string' ? parseTime(time) : NaN;
    return {
      longitude: numberOf(longitude),
      latitude: numberOf(latitude),
      height: numberOf(height),
      time: instant,
      instant,
    };
  });
}

/** Returns the positions of all lines of a GeoJSON document (RFC 7946) in order. Throws `LogProblem` if it has no line. */
export function linePositions(document: unknown): RawPosition[] {
  const lines = isObject(document) ? featuresOf(document).flatMap(linesOf) : [];
  if (lines.length === 0) throw new LogProblem('noLine');
  const count = lines.reduce((sum, { coordinates }) => sum + coordinates.length, 0);
  if (count > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  return lines.flatMap(positionsOf);
}

/** Reads GeoJSON. The third coordinate is the height above the ellipsoid. Throws `LogProblem`. */
export function readGeoJsonLog(document: unknown): RawLog {
  const positions = linePositions(document);
  return { positions, heightReference: referenceOfHeights(positions) };
}
