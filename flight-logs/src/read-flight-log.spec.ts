import { logEvidence, isDistanceOf, measureTrack, measuredValues } from '@dps/contract';
import {
  airDataCsv,
  archiveOf,
  djiSrt,
  feet,
  gutmaLog,
  lineGeoJson,
  litchiCsv,
  multiTrackKml,
  squareFlight,
  SRT_LAYOUTS,
  trackGpx,
  trackKml,
  type FlownPosition,
  logFile,
} from './testing/flight-logs.ts';
import { dataFlash, ulog } from './testing/binary-logs.ts';
import { readFlightLog } from './read-flight-log.ts';

/** Reads a log with a track. */
async function read(content: string | Uint8Array<ArrayBuffer>) {
  const evidence = await readFlightLog(logFile(content), () => {});
  const { track } = evidence;
  if (!track) throw new Error('The log has no track.');
  return { ...evidence, track };
}

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
  ['KMZ', archiveOf({ 'files/icon.txt': '', 'doc.kml': trackKml(flight) }), 'kmz', 'ground'],
  ['GPX', trackGpx(flight), 'gpx', 'first-position'],
  ['a KML track above the sea', trackKml(flight, 'absolute'), 'kml', 'first-position'],
  ['GUTMA', gutmaLog(flight), 'gutma', 'first-position'],
  ['GeoJSON', lineGeoJson(flight), 'geojson', 'first-position'],
  ['PX4', ulog(flight, ['receiver']), 'ulog', 'first-position'],
  ['ArduPilot', dataFlash(flight), 'ardupilot', 'take-off'],
  [
    'ArduPilot without estimates',
    dataFlash(flight, { withoutEstimate: true }),
    'ardupilot',
    'first-position',
  ],
] as const;

describe('the log of a one-minute flight around a square of 200 m at 100 m', () => {
  it.each(FORMATS)(
    '[EVID-1, EVID-13] is measured from %s, as evidence that the server accepts',
    async (_name, content, format, heightReference) => {
      const evidence = await read(content);
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
      expect(figures.skippedPositions).toBeUndefined();
      const values = { duration: 1, altitude: '328 ft', coverageArea: '9.9 acres' };
      expect(measuredValues(evidence)).toMatchObject(values);
      expect(logEvidence.validateSync(evidence, { strict: true })).toEqual(evidence);
      const { areaSquareMeters, maxHeightMeters, durationSeconds } = figures;
      const kept = { areaSquareMeters, maxHeightMeters, durationSeconds };
      expect(measureTrack(evidence.track)).toMatchObject(kept);
    },
  );

  it('contains the SHA-256 digest of the file', async () => {
    const evidence = await read(trackKml(flight));
    const { createHash } = await import('node:crypto');
    expect(evidence.sha256).toBe(createHash('sha256').update(trackKml(flight)).digest('hex'));
  });
});

it.each([
  ['with the time of its receiver', ulog(flight), '2026-11-02T15:04:05.000Z'],
  ['without a time', ulog(flight, ['estimate']), null],
])('[EVID-13] a PX4 log has at most ten estimated positions a second, %s', async (_what, log, startedAt) => {
  const evidence = await read(log);
  expect(evidence).toMatchObject({
    format: 'ulog',
    figures: { positions: 61, durationSeconds: 60, startedAt, maxHeightMeters: 100 },
  });
  expect(Math.abs(evidence.figures.areaSquareMeters - 40_000)).toBeLessThan(20);
});

describe('the subtitles of a DJI video', () => {
  it.each(Object.entries(SRT_LAYOUTS))('[EVID-1] are a log without a date: %s', async (_aircraft, layout) => {
    for (const content of [djiSrt(flight, layout), djiSrt(flight, layout).replaceAll('\n', '\r\n')]) {
      const evidence = await read(content);
      expect(evidence).toMatchObject({ format: 'dji-srt', heightReference: 'take-off' });
      expect(evidence.figures).toMatchObject({
        startedAt: null,
        durationSeconds: 60,
        maxHeightMeters: 100,
        positions: 61,
      });
      expect(Math.abs(evidence.figures.areaSquareMeters - 40_000)).toBeLessThan(20);
    }
  });

  it('have positions with a misspelt name, and no heights', async () => {
    const layout = ({ latitude, longitude }: FlownPosition) =>
      `[latitude : ${latitude}] [longtitude : ${longitude}] [altitude: 30]`;
    const evidence = await read(djiSrt(flight, layout));
    expect(evidence).toMatchObject({ heightReference: null, figures: { positions: 61 } });
  });
});

it.each([
  ['AGL', 'ground'],
  ['ATO', 'take-off'],
  ['MSL', 'first-position'],
])('the altitude system of GUTMA is the reference of the heights: %s', async (system, reference) => {
  const evidence = await read(gutmaLog(flight, system));
  expect(evidence.heightReference).toBe(reference);
});

describe('a log without heights', () => {
  const bare = {
    heightReference: null,
    figures: { maxHeightMeters: null, secondsAboveLimit: null },
    track: { heights: null },
  };

  it('is a KML track whose heights are clamped to the ground', async () => {
    expect(await read(trackKml(flight, 'clampToGround'))).toMatchObject(bare);
  });

  it('is two-dimensional GeoJSON', async () => {
    const [first, last] = ['[[1,2],[1,2.001]]', '[[1.001,2.001]]'];
    const times = [['2026-11-02T15:04:05Z', '2026-11-02T15:04:15Z'], ['2026-11-02T15:04:25Z']];
    const geometry = `{"type":"MultiLineString","coordinates":[${first},${last}]}`;
    const feature = `{"geometry":${geometry},"properties":{"coordTimes":${JSON.stringify(times)}}}`;
    const evidence = await read(`{"type":"FeatureCollection","features":[${feature}]}`);
    expect(evidence).toMatchObject({ ...bare, figures: { positions: 3, durationSeconds: 20 } });
  });
});

describe('heights', () => {
  /** Above a valley: 30 m higher than above take-off. */
  const overValley = ({ height }: FlownPosition) => feet(height + 30);

  it('[EVID-12] are above ground where AirData knows the terrain', async () => {
    const evidence = await read(airDataCsv(flight, overValley));
    expect(evidence.figures.maxHeightMeters).toBeCloseTo(130, 0);
    expect(evidence.figures.secondsAboveLimit).toBeGreaterThan(35);
  });

  it.each(['', 'N/A'])(
    '[EVID-12] are above the terrain of the row before, where a cell has "%s"',
    async (cell) => {
      const gaps = (at: FlownPosition) => (at.seconds > 5 && at.seconds < 55 ? overValley(at) : cell);
      const evidence = await read(airDataCsv(flight, gaps));
      expect(evidence).toMatchObject({ heightReference: 'ground', figures: { maxHeightMeters: 130 } });
      expect(evidence.track.heights?.[0]).toBeCloseTo(30, 0);
      expect(evidence.track.heights?.at(-1)).toBeCloseTo(30, 0);
    },
  );

  it('are above take-off where most cells are empty', async () => {
    const evidence = await read(airDataCsv(flight, (at) => (at.seconds < 20 ? overValley(at) : '')));
    expect(evidence).toMatchObject({ heightReference: 'take-off', figures: { secondsAboveLimit: 0 } });
  });

  it('of Litchi are above take-off, also where the log starts in the air', async () => {
    const evidence = await read(litchiCsv(flight.slice(10), 'm'));
    expect(evidence.track.heights?.[0]).toBe(100);
  });

  it('of FlyTrex are those of its ascent, not of its altitude above sea level', async () => {
    const rows = [0, 1].map((second) => `39.28,-76.6,${900 + second},${second},${second * 1000}`);
    const table = ['latitude,longitude,altitude(m),ascent(m),time(millisecond)', ...rows].join('\n');
    expect((await read(table)).track.heights).toEqual([0, 1]);
  });
});

describe('positions', () => {
  const withRow = (row: string) => airDataCsv(flight).replace(/\n(?=11000,)/, `\n${row}\n`);
  it.each([
    ['without a time', ',2026-11-02 15:04:15,39.28,-76.6,328.1,,,,,,,'],
    ['without a fix', '10500,2026-11-02 15:04:15,0,0,328.1,,,,,,,'],
    ['with an empty cell', '10500,2026-11-02 15:04:15,39.28,,328.1,,,,,,,'],
    ['off the globe', '10500,2026-11-02 15:04:15,139.28,-76.6,328.1,,,,,,,'],
    ['in infinity', '10500,2026-11-02 15:04:15,Infinity,-76.6,328.1,,,,,,,'],
  ])('%s are skipped and counted', async (_kind, row) => {
    expect((await read(withRow(row))).figures).toMatchObject({ skippedPositions: 1, positions: 61 });
  });

  it('start with the first fix', async () => {
    const waiting = airDataCsv(flight).replace(/\n0,(.*?),.*?,.*?,/, '\n0,$1,0,0,');
    expect((await read(waiting)).figures).toMatchObject({
      startedAt: '2026-11-02T15:04:06.000Z',
      durationSeconds: 59,
    });
  });

  it('on both sides of the antimeridian are close to each other', async () => {
    const there = await read(airDataCsv(squareFlight({ longitude: 179.999, latitude: 0.01 })));
    const longitudes = there.track.longitudes;
    expect(longitudes.some((each) => each > 179) && longitudes.some((each) => each < -179)).toBe(true);
    expect(Math.abs(there.figures.areaSquareMeters - 40_000)).toBeLessThan(20);
    expect(Math.abs(there.figures.distanceMeters - 800)).toBeLessThan(1);
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

  it('is simplified to a thousand positions with the same figures', async () => {
    const evidence = await read(airDataCsv(longFlight(12_000)));
    const { figures, track } = evidence;
    expect(figures.positions).toBe(12_000);
    expect(track.longitudes.length).toBeLessThanOrEqual(1000);
    const kept = measureTrack(track);
    expect(kept.maxHeightMeters).toBe(figures.maxHeightMeters);
    expect(kept.durationSeconds).toBe(figures.durationSeconds);
    expect(Math.abs(kept.areaSquareMeters / figures.areaSquareMeters - 1)).toBeLessThan(0.001);
    expect(Math.abs((kept.secondsAboveLimit ?? 0) - (figures.secondsAboveLimit ?? 0))).toBeLessThan(60);
    expect(isDistanceOf(track, figures)).toBe(true);
  });

  it('has no distance from receiver noise while the aircraft hovers', async () => {
    const hover = longFlight(6000).map(({ longitude, latitude, seconds }) => ({
      longitude: -76.6 + (longitude % 1e-6),
      latitude: 39.28 + (latitude % 1e-6),
      height: 100,
      seconds,
    }));
    expect((await read(airDataCsv(hover))).figures.distanceMeters).toBeLessThan(1);
  });

  it('[EVID-5] has the distance that AirData has counted, unless its positions contradict it', async () => {
    const rows = airDataCsv(flight).trimEnd().split('\n');
    const table = (last: string) => {
      const cells = ['mileage(feet)', ...rows.slice(2).map(() => '0'), last];
      return rows.map((row, index) => `${row},${cells[index]}`).join('\n');
    };
    expect((await read(table('2690'))).figures).toMatchObject({
      distanceMeters: 819.9,
      distanceSource: 'log',
    });
    for (const cell of ['9000', 'N/A', ''])
      expect((await read(table(cell))).figures).toMatchObject({
        distanceMeters: 800,
        distanceSource: 'positions',
      });
  });

  it('reports its progress in increasing order', async () => {
    const shares: number[] = [];
    await readFlightLog(logFile(airDataCsv(longFlight(8_000))), (share) => shares.push(share));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(0.8);
  });
});
