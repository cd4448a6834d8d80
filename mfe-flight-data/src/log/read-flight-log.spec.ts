import { area } from '@turf/area';
import { convex } from '@turf/convex';
import { lineString, multiPoint } from '@turf/helpers';
import { length } from '@turf/length';
import { zipSync } from 'fflate';
import { flightEvidenceBody, measureTrack, measuredValues, type FlightTrack } from '@dps/shared-contracts';
import {
  airDataCsv,
  feet,
  lineGeoJson,
  lineKml,
  litchiCsv,
  MISSION,
  multiTrackKml,
  squareFlight,
  trackGpx,
  trackKml,
  type FlownPosition,
} from '../testing/flight-logs.ts';
import { LogProblem } from './log-problem.ts';
import { readFlightLog, type FlightLog } from './read-flight-log.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (content: string | Uint8Array<ArrayBuffer>, name = 'flight.csv'): Promise<FlightLog> =>
  readFlightLog(name, typeof content === 'string' ? bytesOf(content) : content, () => {});

/** Returns the problem code of a log. Throws if the log is valid. */
async function problemOf(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const log = await read(content).catch((error: unknown) => error);
  if (log instanceof LogProblem) return log.code;
  throw new Error(`Expected a problem, got ${String(log)}`);
}

/** A ZIP archive of text files. */
const archive = (files: Record<string, string>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)]))),
  );

const flight = squareFlight();
const FORMATS = [
  ['AirData', airDataCsv(flight), 'airdata-csv', 'take-off'],
  ['Litchi in feet', litchiCsv(flight), 'litchi-csv', 'take-off'],
  ['Litchi in metres', litchiCsv(flight, 'm'), 'litchi-csv', 'take-off'],
  [
    'AirData with heights above ground',
    airDataCsv(flight, ({ height }) => feet(height)),
    'airdata-csv',
    'ground',
  ],
  ['a KML track', trackKml(flight), 'kml', 'ground'],
  ['two KML tracks', multiTrackKml(flight), 'kml', 'ground'],
  ['KMZ', archive({ 'files/icon.txt': '', 'doc.kml': trackKml(flight) }), 'kmz', 'ground'],
  ['GPX', trackGpx(flight), 'gpx', 'first-position'],
  ['a KML track above the sea', trackKml(flight, 'absolute'), 'kml', 'first-position'],
  ['GeoJSON', lineGeoJson(flight), 'geojson', 'first-position'],
] as const;

describe('the log of a one-minute flight around a square of 200 m at 100 m', () => {
  it.each(FORMATS)('is measured from %s', async (_name, content, format, heightReference) => {
    const { evidence, skipped } = await read(content);
    const { figures } = evidence;
    expect(evidence).toMatchObject({ format, heightReference, camera: null });
    expect(figures).toMatchObject({
      durationSeconds: 60,
      positions: 61,
      startedAt: '2026-11-02T15:04:05.000Z',
      secondsAboveLimit: 0,
    });
    expect(figures.maxHeightMeters).toBeCloseTo(100, 0);
    expect(Math.abs(figures.areaSquareMeters - 40_000)).toBeLessThan(20);
    expect(Math.abs(figures.distanceMeters - 800)).toBeLessThan(1);
    expect(skipped).toBe(0);
    expect(measuredValues(evidence)).toMatchObject({
      duration: 1,
      altitude: '328 ft',
      coverageArea: '9.9 acres',
    });
  });

  it.each(FORMATS)('produces evidence that the server accepts from %s', async (_name, content) => {
    const { evidence } = await read(content);
    expect(flightEvidenceBody.validateSync(evidence, { strict: true })).toEqual(evidence);
    expect(measureTrack(evidence.track)).toMatchObject({
      areaSquareMeters: evidence.figures.areaSquareMeters,
      maxHeightMeters: evidence.figures.maxHeightMeters,
      durationSeconds: evidence.figures.durationSeconds,
    });
  });

  it('contains the SHA-256 digest of the file', async () => {
    const { evidence } = await read(trackKml(flight));
    const { createHash } = await import('node:crypto');
    expect(evidence.sha256).toBe(createHash('sha256').update(trackKml(flight)).digest('hex'));
  });
});

describe('a log without heights', () => {
  const bare = {
    heightReference: null,
    figures: { maxHeightMeters: null, secondsAboveLimit: null },
    track: { heights: null },
  };

  it('is a KML track whose heights are clamped to the ground', async () => {
    expect((await read(trackKml(flight, 'clampToGround'))).evidence).toMatchObject(bare);
  });

  it('is two-dimensional GeoJSON', async () => {
    const geometry = {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 2],
          [1, 2.001],
        ],
        [[1.001, 2.001]],
      ],
    };
    const coordTimes = [['2026-11-02T15:04:05Z', '2026-11-02T15:04:15Z'], ['2026-11-02T15:04:25Z']];
    const features = [{ geometry, properties: { coordTimes } }];
    const { evidence } = await read(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(evidence).toMatchObject({ ...bare, figures: { positions: 3, durationSeconds: 20 } });
  });
});

describe('heights', () => {
  /** Above a valley: 30 m higher than above take-off. */
  const overValley = ({ height }: FlownPosition) => feet(height + 30);

  it('are above ground where AirData knows the terrain', async () => {
    const { evidence } = await read(airDataCsv(flight, overValley));
    expect(evidence.figures.maxHeightMeters).toBeCloseTo(130, 0);
    expect(evidence.figures.secondsAboveLimit).toBeGreaterThan(35);
  });

  it.each(['', 'N/A'])('are above the terrain of the row before, where a cell has "%s"', async (cell) => {
    const gaps = (at: FlownPosition) => (at.seconds > 5 && at.seconds < 55 ? overValley(at) : cell);
    const { evidence } = await read(airDataCsv(flight, gaps));
    expect(evidence).toMatchObject({ heightReference: 'ground', figures: { maxHeightMeters: 130 } });
    expect(evidence.track.heights?.[0]).toBeCloseTo(30, 0);
    expect(evidence.track.heights?.at(-1)).toBeCloseTo(30, 0);
  });

  it.each(['', 'N/A'])('are above take-off where most cells have "%s"', async (cell) => {
    const { evidence } = await read(airDataCsv(flight, (at) => (at.seconds < 20 ? overValley(at) : cell)));
    expect(evidence).toMatchObject({ heightReference: 'take-off', figures: { secondsAboveLimit: 0 } });
  });

  it('of Litchi are above take-off, also where the log starts in the air', async () => {
    const { evidence } = await read(litchiCsv(flight.slice(10), 'm'));
    expect(evidence.track.heights?.[0]).toBe(100);
  });

  it('of FlyTrex are those of its ascent, not of its altitude above sea level', async () => {
    const rows = [0, 1].map((second) => `39.28,-76.6,${900 + second},${second},${second * 1000}`);
    const table = ['latitude,longitude,altitude(m),ascent(m),time(millisecond)', ...rows].join('\n');
    expect((await read(table)).evidence.track.heights).toEqual([0, 1]);
  });
});

describe('positions', () => {
  const withRow = (row: string) => airDataCsv(flight).replace(/\n(?=11000,)/, `\n${row}\n`);
  it.each([
    ['without a fix', '10500,2026-11-02 15:04:15,0,0,328.1,,,,,,,'],
    ['with NaN', '10500,2026-11-02 15:04:15,NaN,-76.6,328.1,,,,,,,'],
    ['with an empty cell', '10500,2026-11-02 15:04:15,39.28,,328.1,,,,,,,'],
    ['off the globe', '10500,2026-11-02 15:04:15,139.28,-76.6,328.1,,,,,,,'],
    ['without a height', '10500,2026-11-02 15:04:15,39.28,-76.6,,,,,,,,'],
    ['higher than any aircraft', '10500,2026-11-02 15:04:15,39.28,-76.6,99999999,,,,,,,'],
    ['in infinity', '10500,2026-11-02 15:04:15,Infinity,-76.6,328.1,,,,,,,'],
  ])('%s are skipped and counted', async (_kind, row) => {
    const { evidence, skipped } = await read(withRow(row));
    expect({ skipped, positions: evidence.figures.positions }).toEqual({ skipped: 1, positions: 61 });
  });

  it('without a time are skipped', async () => {
    expect((await read(withRow(',2026-11-02 15:04:15,39.28,-76.6,328.1,,,,,,,'))).skipped).toBe(1);
  });

  it('start with the first fix', async () => {
    const waiting = airDataCsv(flight).replace(/\n0,(.*?),.*?,.*?,/, '\n0,$1,0,0,');
    expect((await read(waiting)).evidence.figures).toMatchObject({
      startedAt: '2026-11-02T15:04:06.000Z',
      durationSeconds: 59,
    });
  });

  it('on both sides of the antimeridian are close to each other', async () => {
    const there = await read(airDataCsv(squareFlight({ longitude: 179.999, latitude: 0.01 })));
    const longitudes = there.evidence.track.longitudes;
    expect(longitudes.some((each) => each > 179) && longitudes.some((each) => each < -179)).toBe(true);
    expect(Math.abs(there.evidence.figures.areaSquareMeters - 40_000)).toBeLessThan(20);
    expect(Math.abs(there.evidence.figures.distanceMeters - 800)).toBeLessThan(1);
  });
});

describe('a log that cannot be read', () => {
  const csv = airDataCsv(flight);
  const utf16 = (mark: boolean) => {
    const units = new Uint16Array(Array.from((mark ? '\ufeff' : '') + csv, (each) => each.charCodeAt(0)));
    return new Uint8Array(units.buffer);
  };
  const [header = ''] = csv.split('\n');
  const row = (seconds: number, latitude: string, longitude: string) =>
    `${seconds * 1000},2026-11-02 15:04:15,${latitude},${longitude},328.1,,,,,,,`;
  const table = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`;
  const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><kml>&b;</kml>`;
  const external = `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]><kml>&x;</kml>`;

  it.each([
    ['empty', '', 'empty'],
    ['nothing but spaces', ' \n \n', 'empty'],
    ['UTF-16 with its mark', utf16(true), 'utf16'],
    ['UTF-16 without it', utf16(false), 'utf16'],
    ['an archive without KML', archive({ 'flight.csv': csv }), 'zipped'],
    ['a KMZ that is cut off', archive({ 'doc.kml': trackKml(flight) }).slice(0, -30), 'truncated'],
    ['a KMZ of 100 MB', archive({ 'doc.kml': ' '.repeat(100_000_000) }), 'largeXml'],
    ['a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 1, 1]), 'binary'],
    ['Latin-1', new Uint8Array([...bytesOf(header), 0xb0, 0x0a]), 'binary'],
    ['a table that ends in a row', csv.slice(0, -40), 'truncated'],
    ['a table that ends in a quoted cell', csv.slice(0, -4), 'truncated'],
    ['another table', 'a,b,c\n1,2,3\n', 'columns'],
    ['a table without heights', 'latitude,longitude\n1,2\n1,3\n', 'columns'],
    ['a height in an unknown unit', 'latitude,longitude,altitude(furlong)\n1,2,3\n', 'columns'],
    ['prose', 'Dear client,\nthe flight went well.\n', 'columns'],
    ['a table of its header alone', table(), 'noPositions'],
    ['nothing but 0, 0', table(row(0, '0', '0'), row(1, '0', '0')), 'noPositions'],
    ['a single position', table(row(0, '39', '-76')), 'onePosition'],
    [
      'mostly no positions',
      table(row(0, '39', '-76'), row(1, '39', '-76'), ...[2, 3, 4].map((at) => row(at, 'NaN', '-76'))),
      'unusable',
    ],
    ['a Litchi mission', MISSION, 'mission'],
    ['a KML line', lineKml(flight, 'absolute'), 'noTimes'],
    ['a table without times', litchiCsv(flight).replace(/time\(millisecond\),datetime/, 'a,b'), 'noTimes'],
    ['an airliner', airDataCsv(squareFlight({ side: 2300 })), 'tooFast'],
    ['a balloon', airDataCsv(squareFlight({ height: 3100 })), 'tooHigh'],
    ['times that go backwards', table(row(5, '39', '-76'), row(4, '39', '-76')), 'backwards'],
    ['a month', table(row(0, '39', '-76'), row(2_600_000, '39', '-76')), 'tooLong'],
    ['an entity bomb', bomb, 'doctype'],
    ['an external entity', external, 'doctype'],
    ['nesting without end', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, 'deepXml'],
    ['KML that is cut off', trackKml(flight).slice(0, -200), 'truncated'],
    ['KML that is cut off in a comment', '<kml><!-- and so', 'truncated'],
    ['KML that is not well-formed', '<kml><a></b></kml>', 'badXml'],
    [
      'KML of points',
      '<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>',
      'noLine',
    ],
    ['a web page', '<html><body>Not found</body></html>', 'noLine'],
    ['GeoJSON that is cut off', lineGeoJson(flight).slice(0, -300), 'truncated'],
    ['GeoJSON with a comma too many', '{"type":"LineString",}', 'badJson'],
    ['GeoJSON of a point', '{"type":"Point","coordinates":[1,2]}', 'noLine'],
    ['GeoJSON of nothing', '{}', 'noLine'],
    [
      'GeoJSON of null coordinates',
      '{"type":"LineString","coordinates":[null,[1],["1","2"],{}]}',
      'noPositions',
    ],
    ['a list', '[1,2,3]', 'noLine'],
    ['brackets without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'noLine'],
  ])('is rejected: %s', async (_kind, content, problem) => {
    expect(await problemOf(content)).toBe(problem);
  });

  it('is rejected when it has too many positions', async () => {
    const rows = '0,2026-11-02 15:04:15,39,-76,1,,,,,,,\n'.repeat(1_000_000);
    expect(await problemOf(`${header}\n${rows}`)).toBe('tooManyPositions');
    const line = `{"type":"LineString","coordinates":[${'[1,2],'.repeat(250_000)}[1,2]]}`;
    expect(await problemOf(line)).toBe('tooManyPositions');
    expect(await problemOf(`<kml>${'<a/>'.repeat(120_000)}</kml>`)).toBe('largeXml');
  });
});

describe('a long flight', () => {
  /** Parallel lines over hilly terrain with receiver noise, at ten positions a second. */
  function longFlight(count: number): FlownPosition[] {
    let seed = 7;
    const noise = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647 - 0.5;
    };
    return Array.from({ length: count }, (_, index) => {
      const line = Math.floor(index / 600);
      const along = line % 2 === 0 ? index % 600 : 600 - (index % 600);
      return {
        longitude: -76.6 + along / 120_000 + noise() / 1e6,
        latitude: 39.28 + line / 4000 + noise() / 1e6,
        height: 118 + 6 * Math.sin(index / 400) + noise(),
        seconds: index / 10,
      };
    });
  }

  const distances = ({ longitudes, latitudes }: FlightTrack) =>
    length(lineString(longitudes.map((each, index) => [each, latitudes[index] ?? 0])), { units: 'meters' });
  const hullArea = ({ longitudes, latitudes }: FlightTrack) => {
    const hull = convex(multiPoint(longitudes.map((each, index) => [each, latitudes[index] ?? 0])));
    return hull ? area(hull) : 0;
  };

  it('is simplified to a thousand positions with the same figures', async () => {
    const { evidence } = await read(airDataCsv(longFlight(30_000)));
    const { figures, track } = evidence;
    expect(figures.positions).toBe(30_000);
    expect(track.longitudes.length).toBeLessThanOrEqual(1000);
    const kept = measureTrack(track);
    expect(kept.maxHeightMeters).toBe(figures.maxHeightMeters);
    expect(kept.durationSeconds).toBe(figures.durationSeconds);
    expect(Math.abs(kept.areaSquareMeters / figures.areaSquareMeters - 1)).toBeLessThan(0.001);
    expect(Math.abs((kept.secondsAboveLimit ?? 0) - (figures.secondsAboveLimit ?? 0))).toBeLessThan(60);
    expect(kept.distanceMeters).toBe(figures.distanceMeters);
  });

  it('has no distance from receiver noise while the aircraft hovers', async () => {
    const hover = longFlight(6000).map(({ longitude, seconds }) => ({
      longitude: -76.6 + (longitude % 1e-6),
      latitude: 39.28,
      height: 100,
      seconds,
    }));
    expect((await read(airDataCsv(hover))).evidence.figures.distanceMeters).toBeLessThan(1);
  });

  it('has the same area and distance as Turf calculates', async () => {
    const { track } = (await read(airDataCsv(longFlight(5000)))).evidence;
    const own = measureTrack(track);
    expect(Math.abs(own.areaSquareMeters / hullArea(track) - 1)).toBeLessThan(0.001);
    expect(Math.abs(own.distanceMeters / distances(track) - 1)).toBeLessThan(0.000_1);
  });

  it('reports its progress in increasing order', async () => {
    const shares: number[] = [];
    await readFlightLog('long.csv', bytesOf(airDataCsv(longFlight(20_000))), (share) => shares.push(share));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(0.8);
  });
});
