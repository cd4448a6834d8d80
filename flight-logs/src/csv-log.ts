import Papa from 'papaparse';
import { LOG_POSITIONS_MAX, METERS_PER_FOOT, type LogFormat } from '@dps/contract';
import { LogProblem } from './log-problem.ts';
import { parseNumber, parsePlace, parseTime, type DecimalMark } from './log-values.ts';
import type { RawLog, RawPosition } from './raw-log.ts';

const METERS = { feet: METERS_PER_FOOT, ft: METERS_PER_FOOT, m: 1, meters: 1 } as const;
type Unit = keyof typeof METERS;
const isUnit = (text: string | undefined): text is Unit => text !== undefined && Object.hasOwn(METERS, text);

interface LengthColumn {
  column: number;
  /** Metres per unit of the column. */
  meters: number;
}

interface Heights extends LengthColumn {
  format: LogFormat;
}

/**
 * Columns of heights above take-off, in order of preference. Source for AirData:
 * https://app.airdata.com/wiki/Help/Downloadable+Flight+Data+CSV. Litchi has `altitude`. A log of FlyTrex has both `ascent` and
 * `altitude`, and there `altitude` is above sea level. Flight Reader and PhantomHelp have `OSD.height`, and Open DroneLog has
 * `height`. The unit in the name depends on the settings of the exporter.
 */
const HEIGHT_COLUMNS = [
  { name: /^height_above_takeoff\((\w+)\)$/, format: 'airdata-csv' },
  { name: /^ascent\((\w+)\)$/, format: 'litchi-csv' },
  { name: /^altitude\((\w+)\)$/, format: 'litchi-csv' },
  { name: /^osd\.height \[(\w+)\]$/, format: 'csv' },
  { name: /^height_(m|ft)$/, format: 'csv' },
] as const;

/** The names of the columns of longitude and latitude. */
const PLACE_COLUMNS = [
  ['longitude', 'latitude'],
  ['osd.longitude', 'osd.latitude'],
  ['lng', 'lat'],
] as const;

/** The columns of the time since the start, and their milliseconds. */
const TIME_COLUMNS = [
  ['time(millisecond)', 1],
  ['osd.flytime [s]', 1000],
  ['time_s', 1000],
] as const;
const INSTANT_COLUMN = 'datetime(utc)';

/** AirData's height above the terrain. Its cells are empty, or a text, where AirData has no terrain data. */
const GROUND_COLUMN = /^height_above_ground_at_drone_location\((\w+)\)$/;

/** The distance since take-off that AirData has counted. */
const MILEAGE_COLUMN = /^mileage\((\w+)\)$/;

/** Columns of a Litchi mission, which is a plan of a flight: https://flylitchi.com/help#waypoints */
const MISSION_COLUMN = /^(curvesize|rotationdir|gimbalmode|actiontype\d*)\b/;

interface Columns {
  longitude: number;
  latitude: number;
  time: number;
  /** Milliseconds per unit of the column of times. */
  milliseconds: number;
  datetime: number;
  heights: Heights;
  ground: LengthColumn | undefined;
  mileage: LengthColumn | undefined;
  count: number;
}

function lengthColumn(names: readonly string[], name: RegExp): LengthColumn | undefined {
  const column = names.findIndex((each) => name.test(each));
  const unit = name.exec(names[column] ?? '')?.[1];
  return isUnit(unit) ? { column, meters: METERS[unit] } : undefined;
}

function heightsOf(names: readonly string[]): Heights | undefined {
  for (const { name, format } of HEIGHT_COLUMNS) {
    const found = lengthColumn(names, name);
    if (found) return { format, ...found };
  }
  return undefined;
}

function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim().toLowerCase());
  if (names.some((name) => MISSION_COLUMN.test(name))) throw new LogProblem('mission');
  const [longitude = -1, latitude = -1] =
    PLACE_COLUMNS.map((place) => place.map((name) => names.indexOf(name))).find((columns) =>
      columns.every((column) => column >= 0),
    ) ?? [];
  const heights = heightsOf(names);
  if (longitude < 0 || latitude < 0 || !heights) throw new LogProblem('columns');
  const [timeName = '', milliseconds = NaN] = TIME_COLUMNS.find(([name]) => names.includes(name)) ?? [];
  return {
    longitude,
    latitude,
    time: names.indexOf(timeName),
    milliseconds,
    datetime: names.indexOf(INSTANT_COLUMN),
    heights,
    ground: lengthColumn(names, GROUND_COLUMN),
    mileage: lengthColumn(names, MILEAGE_COLUMN),
    count: names.length,
  };
}

/** A row with its height above take-off. Its height above ground and its mileage are NaN without one. */
interface Row {
  position: RawPosition;
  aboveGround: number;
  mileage: number;
}

/** Returns a row, and the decimal mark of its place. */
function readRow(row: readonly string[], columns: Columns, tableMark: DecimalMark): [Row, DecimalMark] {
  const { longitude, latitude, time, milliseconds, datetime, heights, ground, mileage } = columns;
  const { mark: placeMark, ...place } = parsePlace(row[longitude], row[latitude]);
  const mark = tableMark === ',' ? tableMark : placeMark;
  const numberIn = (column: number) => parseNumber(row[column] ?? '', mark);
  const lengthIn = (at: LengthColumn | undefined) => (at ? numberIn(at.column) * at.meters : NaN);
  const instant = parseTime(row[datetime] ?? '');
  const position = {
    ...place,
    height: lengthIn(heights),
    time: time < 0 ? instant : numberIn(time) * milliseconds,
    instant,
  };
  return [{ position, aboveGround: lengthIn(ground), mileage: lengthIn(mileage) }, mark];
}

/**
 * Returns the heights above ground. In a row without one, the terrain is as high as in the row before; at the start, as in the
 * first row that has one. Returns null if most rows have none.
 */
function heightsAboveGround(rows: readonly Row[]): number[] | null {
  const terrain = rows.map(({ position, aboveGround }) => position.height - aboveGround);
  if (terrain.filter(Number.isFinite).length * 2 < rows.length) return null;
  let last = terrain.find(Number.isFinite) ?? NaN;
  return rows.map(({ position }, index) => {
    const here = terrain[index] ?? NaN;
    if (Number.isFinite(here)) last = here;
    return position.height - last;
  });
}

/** Characters of a part that may end within a quoted cell. Longer ones have a quote that is no cell's. */
const QUOTED_MAX = 4 << 20;

/** Returns the length of the complete rows at the start of a text; 0 if a quoted cell continues. */
function lengthOfRows(text: string): number {
  const end = text.lastIndexOf('\n') + 1;
  const quotes = text.slice(0, end).split('"').length - 1;
  return quotes % 2 === 0 || text.length > QUOTED_MAX ? end : 0;
}

/** The rows of a table, which are read one by one, because a row has up to a hundred cells. Throws `LogProblem`. */
class Table {
  readonly rows: Row[] = [];
  columns: Columns | undefined;
  #delimiter = '';
  #mark: DecimalMark = '.';
  #cells = Infinity;

  /** Reads complete rows. Spreadsheets read the delimiter of a table from a first line such as `sep=;`. */
  read(text: string): void {
    const [line = '', delimiter] = (this.columns ? null : /^sep=(.)\r?\n/.exec(text)) ?? [];
    this.#delimiter ||= delimiter ?? '';
    Papa.parse<string[]>(text.slice(line.length), {
      delimiter: this.#delimiter,
      skipEmptyLines: true,
      step: ({ data, errors, meta }) => {
        if (errors.some(({ type }) => type === 'Quotes')) throw new LogProblem('truncated');
        this.#delimiter = meta.delimiter;
        this.#add(data);
      },
    });
  }

  #add(cells: string[]): void {
    if (!this.columns) {
      this.columns = columnsOf(cells);
      return;
    }
    if (this.rows.length >= LOG_POSITIONS_MAX) throw new LogProblem('tooManyPositions');
    const [row, mark] = readRow(cells, this.columns, this.#mark);
    this.#mark = mark;
    this.rows.push(row);
    this.#cells = cells.length;
  }

  /** Returns the columns of the complete table. */
  end(): Columns {
    const columns = this.columns ?? columnsOf([]);
    if (this.#cells < columns.count) throw new LogProblem('truncated');
    return columns;
  }
}

/** Reads a table in CSV in pieces: of AirData, Litchi, Flight Reader, PhantomHelp or Open DroneLog. Throws `LogProblem`. */
export async function readCsvLog(pieces: AsyncIterable<string>): Promise<RawLog & { format: LogFormat }> {
  const table = new Table();
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    const length = lengthOfRows(text);
    if (length > 0) table.read(text.slice(0, length));
    rest = text.slice(length);
  }
  if (rest !== '') table.read(rest);
  const columns = table.end();
  const { rows } = table;
  const heights = heightsAboveGround(rows);
  for (const [index, { position }] of rows.entries()) position.height = heights?.[index] ?? position.height;
  return {
    format: columns.heights.format,
    positions: rows.map(({ position }) => position),
    heightReference: heights ? 'ground' : 'take-off',
    distanceMeters: (rows.at(-1)?.mileage ?? NaN) - (rows[0]?.mileage ?? NaN),
  };
}
