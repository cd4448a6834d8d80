import Papa from 'papaparse';
import { LOG_POSITIONS_MAX, METERS_PER_FOOT, type LogFormat } from '@dps/contract';
import { LogProblem } from './log-problem.ts';
import type { RawLog, RawPosition } from './raw-log.ts';

const METERS = { feet: METERS_PER_FOOT, ft: METERS_PER_FOOT, m: 1, meters: 1 } as const;
type Unit = keyof typeof METERS;
const isUnit = (text: string | undefined): text is Unit => text !== undefined && Object.hasOwn(METERS, text);

interface HeightColumn {
  column: number;
  /** Metres per unit of the column. */
  meters: number;
}

interface Heights extends HeightColumn {
  format: LogFormat;
}

/**
 * Columns of heights above take-off, in order of preference. Source for AirData:
 * https://app.airdata.com/wiki/Help/Downloadable+Flight+Data+CSV. Litchi has `altitude`. A log of FlyTrex has both `ascent` and
 * `altitude`, and there `altitude` is above sea level. The unit in the name depends on the settings of the exporter.
 */
const HEIGHT_COLUMNS = [
  { name: /^height_above_takeoff\((\w+)\)$/, format: 'airdata-csv' },
  { name: /^ascent\((\w+)\)$/, format: 'litchi-csv' },
  { name: /^altitude\((\w+)\)$/, format: 'litchi-csv' },
] as const;

/** AirData's height above the terrain. Its cells are empty, or a text, where AirData does not know the terrain. */
const GROUND_COLUMN = /^height_above_ground_at_drone_location\((\w+)\)$/;

/** Columns of a Litchi mission, which is a plan of a flight: https://flylitchi.com/help#waypoints */
const MISSION_COLUMN = /^(curvesize|rotationdir|gimbalmode|actiontype\d*)\b/;

interface Columns {
  longitude: number;
  latitude: number;
  time: number;
  datetime: number;
  heights: Heights;
  ground: HeightColumn | undefined;
  count: number;
}

function heightColumn(names: readonly string[], name: RegExp): HeightColumn | undefined {
  const column = names.findIndex((each) => name.test(each));
  const unit = name.exec(names[column] ?? '')?.[1];
  return isUnit(unit) ? { column, meters: METERS[unit] } : undefined;
}

function heightsOf(names: readonly string[]): Heights | undefined {
  for (const { name, format } of HEIGHT_COLUMNS) {
    const found = heightColumn(names, name);
    if (found) return { format, ...found };
  }
  return undefined;
}

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase());
  if (names.some((name) => MISSION_COLUMN.test(name))) throw new LogProblem('mission');
  const [longitude, latitude] = [names.indexOf('longitude'), names.indexOf('latitude')];
  const heights = heightsOf(names);
  if (longitude < 0 || latitude < 0 || !heights) throw new LogProblem('columns');
  const [time, datetime] = [names.indexOf('time(millisecond)'), names.indexOf('datetime(utc)')];
  const ground = heightColumn(names, GROUND_COLUMN);
  return { longitude, latitude, time, datetime, heights, ground, count: names.length };
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

function positionIn(row: readonly string[], columns: Columns, height: number): RawPosition {
  const { longitude, latitude, time, datetime } = columns;
  const instant = instantIn(row, datetime);
  return {
    longitude: numberIn(row, longitude),
    latitude: numberIn(row, latitude),
    height,
    time: time < 0 ? instant : numberIn(row, time),
    instant,
  };
}

/**
 * Returns the heights above ground. In a row without one, the terrain is as high as in the row before; at the start, as in the
 * first row that has one. Returns null if most rows have none.
 *
 * @param heights heights above take-off in metres
 */
function heightsAboveGround(
  rows: readonly (readonly string[])[],
  heights: readonly number[],
  { ground }: Columns,
): number[] | null {
  const known = ground ? rows.map((row) => numberIn(row, ground.column) * ground.meters) : [];
  const terrain = known.map((height, index) => (heights[index] ?? NaN) - height);
  if (terrain.filter(Number.isFinite).length * 2 < rows.length) return null;
  let last = terrain.find(Number.isFinite) ?? NaN;
  return heights.map((height, index) => {
    const here = terrain[index] ?? NaN;
    if (Number.isFinite(here)) last = here;
    return height - last;
  });
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
  const { format, column, meters } = columns.heights;
  const aboveTakeOff = rows.map((row) => numberIn(row, column) * meters);
  const aboveGround = heightsAboveGround(rows, aboveTakeOff, columns);
  const heights = aboveGround ?? aboveTakeOff;
  return {
    format,
    positions: rows.map((row, index) => positionIn(row, columns, heights[index] ?? NaN)),
    heightReference: aboveGround ? 'ground' : 'take-off',
  };
}
