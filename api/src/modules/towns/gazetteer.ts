import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { MAP_TOWNS_LIMIT, TOWNS_LIMIT, type PlaceView } from '@dps/contract';

/** Towns of GeoNames, CC BY 4.0: see the README of the API. */
const FILE = new URL('./towns.tsv.br', import.meta.url);

/** A town of the gazetteer. */
export interface Town {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The code of GeoNames; of a town in the United States, that of the state. */
  region: string;
  latitude: number;
  longitude: number;
  population: number;
}

interface Gazetteer {
  /** One town a line, ordered by `keyOf` their names; of equal names, the most populous first. */
  lines: readonly string[];
  /** Names by country and code: `US.TX`. */
  regions: ReadonlyMap<string, string>;
}

let loaded: Gazetteer | undefined;

/** Reads the file for the first search, in about 50 ms. The lines have 5 MB of memory. */
function gazetteer(): Gazetteer {
  if (loaded) return loaded;
  const [regions = '', towns = ''] = brotliDecompressSync(readFileSync(FILE)).toString().split('\n\n');
  const entries = regions.split('\n').map((line) => line.split('\t'));
  loaded = {
    lines: towns.trimEnd().split('\n'),
    regions: new Map(entries.map(([code = '', name = '']) => [code, name])),
  };
  return loaded;
}

const LONG_WORDS: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };

/** Returns a name for comparisons: without case, accents and punctuation, and with its usual short words written out. */
export function keyOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => LONG_WORDS[word] ?? word).join(' ');
}

/** Returns the index of the first line whose key is not before the given one. */
function firstFrom(lines: readonly string[], key: string): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOfLine(lines[middle]) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

const keyOfLine = (line = '') => keyOf(line.slice(0, line.indexOf('\t')));

function parse(line: string): Town {
  const [name = '', country = '', region = '', ...numbers] = line.split('\t');
  const [latitude = 0, longitude = 0, population = 0] = numbers.map(Number);
  return { name, country, region, latitude, longitude, population };
}

/** Returns the towns whose keys are at least `from` and less than `to`, in their order. */
function townsBetween(from: string, to: string): Town[] {
  const { lines } = gazetteer();
  return lines.slice(firstFrom(lines, from), firstFrom(lines, to)).map(parse);
}

/** Returns the towns with a name, the most populous first. */
export function townsNamed(name: string): Town[] {
  const key = keyOf(name);
  // The next possible key.
  return townsBetween(key, `${key}\0`);
}

/** Returns the name of a town's region; null for an unknown one. */
export function regionOf({ country, region }: Town): string | null {
  return gazetteer().regions.get(`${country}.${region}`) ?? null;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Returns the English name of a town's country. */
export function countryOf({ country }: Town): string {
  return countries.of(country) ?? country;
}

/** Returns a town as the contract shows it. */
export function toPlaceView(town: Town): PlaceView {
  const { name, latitude, longitude } = town;
  const region = regionOf(town);
  const parts = region === null || region === name ? [name] : [name, region];
  return { latitude, longitude, name: [...parts, countryOf(town)].join(', ') };
}

/** The shortest search: fewer characters match thousands of towns. */
const SHORTEST = 2;

/** Returns the most populous towns whose names begin with a text. After a comma, it continues with the region or country. */
export function searchTowns(text: string): PlaceView[] {
  const [name = '', ...rest] = text.split(',').map(keyOf);
  if (name.length < SHORTEST) return [];
  const namesOf = (town: Town) => [regionOf(town) ?? '', countryOf(town), town.region, town.country];
  const isIn = (town: Town, part: string) => namesOf(town).some((each) => keyOf(each).startsWith(part));
  return townsBetween(name, `${name}\uFFFF`)
    .filter((town) => rest.every((part) => isIn(town, part)))
    .toSorted((a, b) => b.population - a.population)
    .slice(0, TOWNS_LIMIT)
    .map(toPlaceView);
}

/** Returns the name of the town at rounded coordinates; null if there is none. */
export function nameOfPlace({ latitude, longitude }: Pick<Town, 'latitude' | 'longitude'>): string | null {
  const part = `\t${latitude}\t${longitude}\t`;
  const line = gazetteer().lines.find((each) => each.includes(part));
  return line === undefined ? null : toPlaceView(parse(line)).name;
}

interface TownPoint {
  latitude: number;
  longitude: number;
  population: number;
  line: string;
}

let points: readonly TownPoint[] | undefined;

/** Returns all towns, the most populous first. */
function townPoints(): readonly TownPoint[] {
  points ??= gazetteer()
    .lines.map((line) => {
      const { latitude, longitude, population } = parse(line);
      return { latitude, longitude, population, line };
    })
    .toSorted((a, b) => b.population - a.population);
  return points;
}

/**
 * Returns the most populous towns of a map.
 *
 * @param bounds west, south, east and north in degrees. A map of the date line has an east above 180 or a west below -180.
 */
export function townsWithin([west = 0, south = 0, east = 0, north = 0]: readonly number[]): PlaceView[] {
  const found: PlaceView[] = [];
  for (const { latitude, longitude, line } of townPoints()) {
    if (latitude < south || latitude > north) continue;
    if (![-360, 0, 360].some((turn) => longitude + turn >= west && longitude + turn <= east)) continue;
    found.push(toPlaceView(parse(line)));
    if (found.length === MAP_TOWNS_LIMIT) break;
  }
  return found;
}
