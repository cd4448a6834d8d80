import { LOG_POSITIONS_MAX, type HeightReference } from '@dps/contract';
import { isObject, listOf } from './geojson-log.ts';
import { LogProblem } from './log-problem.ts';
import type { RawLog } from './raw-log.ts';

/** Values of `altitude_system` that are not absolute: above ground level, and above take-off. */
const REFERENCES: Readonly<Record<string, HeightReference>> = { AGL: 'ground', ATO: 'take-off' };

/** Returns the flight logging of a GUTMA message, or null for any other document. */
export function gutmaLogging(document: unknown): Record<string, unknown> | null {
  if (!isObject(document)) return null;
  const exchange = isObject(document['exchange']) ? document['exchange'] : document;
  const message = isObject(exchange['message']) ? exchange['message'] : {};
  return isObject(message['flight_logging']) ? message['flight_logging'] : null;
}

const numberOf = (value: unknown): number => (typeof value === 'number' || value ? Number(value) : NaN);

/**
 * Reads a GUTMA flight log (github.com/gutma-org/flight-logging-protocol), as QGroundControl and Parrot write it: rows of values, and
 * the names of the columns. Times are in seconds since `logging_start_dtg`. Throws `LogProblem`.
 */
export function readGutmaLog(logging: Readonly<Record<string, unknown>>): RawLog {
  const names = listOf(logging['flight_logging_keys']);
  const rows = listOf(logging['flight_logging_items']);
  if (rows.length > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  const [longitude, latitude, altitude, timestamp] = ['gps_lon', 'gps_lat', 'gps_altitude', 'timestamp'].map(
    (name) => names.indexOf(name),
  );
  const start = Date.parse(String(logging['logging_start_dtg']));
  const positions = rows.map((row) => {
    const valueIn = (column = -1) => numberOf(listOf(row)[column]);
    const time = valueIn(timestamp) * 1000;
    return {
      longitude: valueIn(longitude),
      latitude: valueIn(latitude),
      height: valueIn(altitude),
      time,
      instant: start + time,
    };
  });
  const reference = REFERENCES[String(logging['altitude_system'])] ?? 'first-position';
  const hasHeights = positions.some(({ height }) => Number.isFinite(height));
  return { format: 'gutma', positions, heightReference: hasHeights ? reference : null };
}
