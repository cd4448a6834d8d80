import { FLIGHT_BOUNDS, isPlausibleStart } from '@dps/contract';
import { unscrambled } from './dji-scramble.ts';
import type { LogFile } from './log-file.ts';
import { LogProblem } from './log-problem.ts';
import type { LogSummary } from './raw-log.ts';

/** Versions of the format. From 13, the records are encrypted with keys of DJI. */
export const VERSIONS = { last: 14, lastReadable: 12, lastPlain: 6 } as const;
const DETAILS_BYTES = 400;
const PREFIX_BYTES = 100;
/** Bytes of the prefix before version 6. */
const SHORT_PREFIX_BYTES = 12;
const WEEK_SECONDS = 604_800;
/** Greatest acceleration of an aircraft, in metres per second squared. */
const ACCELERATION = 10;

/** The parts of a DJI flight record. */
export interface DjiHeader {
  version: number;
  /** Start and end of the records, in bytes. */
  records: readonly [start: number, end: number];
  summary: LogSummary;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** True for a flight record of a DJI app: the place of its details, and the version. A text has no zeros there. */
export function isDjiRecord(start: Uint8Array, { name, size }: LogFile): boolean {
  if (start.length < SHORT_PREFIX_BYTES) return false;
  const view = viewOf(start);
  const version = view.getUint8(10);
  return (
    view.getUint32(4, true) === 0 &&
    // The details at the end of a record are missing in one that is cut off.
    (view.getUint32(0, true) <= size || /\.txt$/i.test(name)) &&
    version > 0 &&
    version <= VERSIONS.last
  );
}

/** Returns the details. From version 13, they are the first part of a scrambled block. */
async function detailsOf(file: LogFile, version: number, offset: number): Promise<Uint8Array> {
  const place = version < VERSIONS.lastReadable ? offset : PREFIX_BYTES;
  const bytes = await file.read(place, Math.min(place + 2 * DETAILS_BYTES, file.size));
  if (version <= VERSIONS.lastReadable || bytes.length < 3) return bytes;
  const block = unscrambled(bytes.subarray(3, 3 + viewOf(bytes).getUint16(1, true)), 0);
  // A version and a length precede the details.
  return block.subarray(3);
}

const inRange = (value: number, min: number, max: number) => (value >= min && value <= max ? value : null);

/** Returns the distance, unless it is too short to reach the greatest speed: a public record of 21 minutes has 0.7 m at 8 m/s. */
function distanceOf(distance: number, speed: number): number | null {
  return inRange(distance, speed ** 2 / (2 * ACCELERATION), FLIGHT_BOUNDS.distance);
}

function summaryOf(details: Uint8Array): LogSummary {
  if (details.length < 131) throw new LogProblem('truncated');
  const view = viewOf(details);
  const start = Number(view.getBigInt64(91, true));
  const durationSeconds = inRange(view.getInt32(119, true) / 1000, 1, WEEK_SECONDS);
  if (durationSeconds === null) throw new LogProblem('djiRecord');
  return {
    startedAt: isPlausibleStart(start) ? new Date(start).toISOString() : null,
    durationSeconds,
    distanceMeters: distanceOf(view.getFloat32(115, true), view.getFloat32(127, true)),
    maxHeightMeters: inRange(view.getFloat32(123, true), -FLIGHT_BOUNDS.depth, FLIGHT_BOUNDS.height),
  };
}

/**
 * Reads the header of a flight record of a DJI app, versions 1 to 14: github.com/lvauvillier/dji-log-parser describes the format. The apps
 * write the figures of the flight into it. Throws `LogProblem` for figures that no flight has.
 */
export async function readDjiHeader(file: LogFile, start: Uint8Array): Promise<DjiHeader> {
  const view = viewOf(start);
  const [offset, version] = [view.getUint32(0, true), view.getUint8(10)];
  const summary = summaryOf(await detailsOf(file, version, offset));
  const isBefore = version < VERSIONS.lastReadable;
  const prefix = version < VERSIONS.lastPlain ? SHORT_PREFIX_BYTES : PREFIX_BYTES;
  return {
    version,
    records: isBefore ? [prefix, offset] : [PREFIX_BYTES + 436, file.size],
    summary,
  };
}
