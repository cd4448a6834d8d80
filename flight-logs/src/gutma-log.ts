import { LOG_POSITIONS_MAX, type HeightReference } from '@dps/contract';
import { isObject, listOf } from './geojson-log.ts';
import { LogProblem } from './log-problem.ts';
import { parseNumber, parsePlace, parseTime } from './log-values.ts';
import { referenceOfHeights, type RawLog, type RawPosition } from './raw-log.ts';

/** Values of `altitude_system` that are not absolute: above ground level, and above take-off. */
const REFERENCES: Readonly<Record<string, HeightReference>> = { AGL: 'ground', ATO: 'take-off' };

type Message = Readonly<Record<string, unknown>>;

/** Returns the message of a GUTMA document, or null for any other document. */
export function gutmaMessage(document: unknown): Message | null {
  if (!isObject(document)) return null;
  const exchange = isObject(document['exchange']) ? document['exchange'] : document;
  const message = isObject(exchange['message']) ? exchange['message'] : {};
  return isObject(message['flight_logging']) || isObject(message['flight_logging_geojson']) ? message : null;
}

/** Returns the text of a value. Some exporters write numbers as texts. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Returns the positions of points with a time and an altitude: the standard log. */
function pointsOf(logging: Message): RawPosition[] {
  const path = isObject(logging['flight_path']) ? logging['flight_path'] : {};
  return listOf(path['features'])
    .filter(isObject)
    .map(({ geometry, properties }) => {
      const [longitude, latitude] = listOf(isObject(geometry) ? geometry['coordinates'] : []).map(textOf);
      const { time, altitude } = isObject(properties) ? properties : {};
      const instant = parseTime(textOf(time));
      const height = parseNumber(textOf(altitude));
      return Object.assign(parsePlace(longitude, latitude), { height, time: instant, instant });
    });
}

/** Returns the columns of heights, in order of preference, with what they are above. */
const heightColumns = ({ altitude_system: system }: Message) =>
  [
    ['altitude_ato', 'take-off'],
    ['gps_altitude', REFERENCES[textOf(system)] ?? 'first-position'],
    ['gps_amsl_altitude', 'first-position'],
  ] as const;

/** Returns the rows of the extended log. Times are in seconds since `logging_start_dtg`. */
function rowsOf(logging: Message): RawLog {
  const names = listOf(logging['flight_logging_keys']);
  const rows = listOf(logging['flight_logging_items']).map((row) => listOf(row).map(textOf));
  const [heightName, reference] = heightColumns(logging).find(([name]) => names.includes(name)) ?? [];
  const columnOf = (name: string | undefined) => names.indexOf(name);
  const columns = ['gps_lon', 'gps_lat', 'timestamp', heightName].map(columnOf);
  const start = parseTime(textOf(logging['logging_start_dtg']));
  const positions = rows.map((row) => {
    const [longitude, latitude, timestamp = '', altitude = ''] = columns.map((column) => row[column]);
    const time = parseNumber(timestamp) * 1000;
    const place = parsePlace(longitude, latitude);
    const height = parseNumber(altitude, place.mark);
    return Object.assign(place, { height, time, instant: start + time });
  });
  return { positions, heightReference: referenceOfHeights(positions, reference) };
}

/**
 * Reads a GUTMA flight log (github.com/gutma-org/flight-logging-protocol): the extended log with rows of values, as QGroundControl and
 * Parrot write it, or the standard log with points. Throws `LogProblem`.
 */
export function readGutmaLog({
  flight_logging: extended,
  flight_logging_geojson: standard,
}: Message): RawLog {
  const [rows, points] = [
    isObject(extended) ? rowsOf(extended) : null,
    isObject(standard) ? pointsOf(standard) : [],
  ];
  const log =
    rows && rows.positions.length > 0
      ? rows
      : { positions: points, heightReference: referenceOfHeights(points) };
  if (log.positions.length > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  return log;
}
