import Papa from 'papaparse';
import {
  LOG_POSITIONS_MAX,
  METERS_PER_FOOT,
  type HeightReference,
  type LogFormat,
} from '@dps/shared-contracts';
import { LogProblem } from './log-problem.ts';
import type { RawLog, RawPosition } from './raw-log.ts';

const METERS = { feet: METERS_PER_FOOT, ft: METERS_PER_FOOT, m: 1, meters: 1 } as const;
type Unit = keyof typeof METERS;
const isUnit = (text: string | undefined): text is Unit => text !== undefined && Object.hasOwn(METERS, text);

interface Heights {
  format: LogFormat;
  reference: HeightReference;
  column: number;
  /** Metres per unit of the column. */
  meters: number;
}

/**
 * Height columns, in order of preference. Source for AirData:
 * https://app.airdata.com/wiki/Help/Downloadable+Flight+Data+CSV. Litchi uses the columns of FlyTrex: `ascent` is the height
 * above take-off, `altitude` the height above sea level. The unit in the name depends on the settings of the exporter.
 */
const HEIGHT_COLUMNS = [
  { name: /^height_above_takeoff\((\w+)\)$/, format: 'airdata-csv', reference: 'take-off' },
  { name: /^ascent\((\w+)\)$/, format: 'litchi-csv', reference: 'take-off' },
  { name: /^altitude\((\w+)\)$/, format: 'litchi-csv', reference: 'first-position' },
] as const;

interface Columns {
  longitude: number;
  latitude: number;
  time: number;
  datetime: number;
  heights: Heights;
  count: number;
}

function heightsOf(names: readonly string[]): Heights | undefined {
  for (const { name, format, reference } of HEIGHT_COLUMNS) {
    const column = names.findIndex((each) => name.test(each));
    const unit = name.exec(names[column] ?? '')?.[1];
    if (isUnit(unit)) return { format, reference, column, meters: METERS[unit] };
  }
  return undefined;
}

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase());
  const [longitude, latitude] = [names.indexOf('longitude'), names.indexOf('latitude')];
  const heights = heightsOf(names);
  if (longitude < 0 || latitude < 0 || !heights) throw new LogProblem('columns');
  const [time, datetime] = [names.indexOf('time(millisecond)'), names.indexOf('datetime(utc)')];
  return { longitude, latitude, time, datetime, heights, count: names.length };
}

/** Returns NaN for an empty cell, which `Number` converts to zero. */
function numberIn(row: readonly string[], column: number): number {
  const cell = row[column]?.trim();
  return cell ? Number(cell) : NaN;
}

/** Parses `2026-03-05 14:03:22` in UTC, with or without fractions, to milliseconds. Returns NaN for any other text. */
function instantIn(row: readonly string[], column: number): number {
  const cell = row[column]?.trim() ?? '';
  return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?Z?$/.test(cell)
    ? Date.parse(`${cell.replace(' ', 'T').replace(/Z$/, '')}Z`)
    : NaN;
}

function positionIn(row: readonly string[], columns: Columns): RawPosition {
  const { longitude, latitude, time, datetime, heights } = columns;
  return {
    longitude: numberIn(row, longitude),
    latitude: numberIn(row, latitude),
    height: numberIn(row, heights.column) * heights.meters,
    time: time < 0 ? instantIn(row, datetime) : numberIn(row, time),
  };
}

/** Returns the rows up to the first one above the limit. `onRow` receives the progress, 0 to 1. */
function rowsOf(text: string, onRow: (share: number) => void): string[][] {
  const rows: string[][] = [];
  Papa.parse<string[]>(text, {
    skipEmptyLines: true,
    preview: LOG_POSITIONS_MAX + 2,
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) throw new LogProblem('truncated');
      rows.push(data);
      onRow(meta.cursor / text.length);
    },
  });
  return rows;
}

/** Reads a CSV log of AirData or Litchi. Throws `LogProblem`. */
export function readCsvLog(text: string, onProgress: (share: number) => void): RawLog {
  const [header = [], ...rows] = rowsOf(text, onProgress);
  const columns = columnsOf(header);
  if (rows.length > LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
  const last = rows.at(-1);
  if (last && last.length < columns.count) throw new LogProblem('truncated');
  const startedAt = rows[0] ? instantIn(rows[0], columns.datetime) : NaN;
  return {
    format: columns.heights.format,
    positions: rows.map((row) => positionIn(row, columns)),
    heightReference: columns.heights.reference,
    startedAt: Number.isNaN(startedAt) ? null : new Date(startedAt).toISOString(),
  };
}
