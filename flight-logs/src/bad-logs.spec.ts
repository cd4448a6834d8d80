import { dataFlash, ulog } from './testing/binary-logs.ts';
import {
  airDataCsv,
  archiveOf,
  djiSrt,
  gutmaLog,
  litchiCsv,
  logFile,
  squareFlight,
  SRT_LAYOUTS,
  trackGpx,
  trackKml,
  type FlownPosition,
} from './testing/flight-logs.ts';
import { LogProblem } from './log-problem.ts';
import { readFlightLog } from './read-flight-log.ts';

const flight = squareFlight();
const START = '2026-11-02T15:04:05.000Z';

async function read(content: string | Uint8Array<ArrayBuffer>, name = 'flight.log') {
  const evidence = await readFlightLog(logFile(content, name), () => {});
  const { figures, heightReference, incomplete = false, track } = evidence;
  const first = [track?.longitudes[0], track?.latitudes[0]];
  return { ...figures, heightReference, incomplete, first };
}

async function problemOf(content: string | Uint8Array<ArrayBuffer>, name?: string): Promise<string> {
  const found = await read(content, name).catch((error: unknown) => error);
  if (found instanceof LogProblem) return found.code;
  throw new Error(`Expected a problem, got ${JSON.stringify(found)}`);
}

/** GPX in which some points are changed: the latitude, the elevation or the time. */
function gpx(change: (text: string, index: number) => string, elevation = 30): string {
  let index = -1;
  return trackGpx(flight)
    .replaceAll(/<ele>([\d.]+)/g, (_text, height: string) => `<ele>${Number(height) - 30 + elevation}`)
    .replaceAll(/<trkpt.*?<\/trkpt>/g, (point) => change(point, (index += 1)));
}

describe('a time without a zone', () => {
  it('is in UTC', async () => {
    const complete = { startedAt: START, durationSeconds: 60 };
    expect(await read(trackGpx(flight).replaceAll('.000Z<', '<'))).toMatchObject(complete);
    expect(await read(trackKml(flight).replaceAll('.000Z<', '<'))).toMatchObject(complete);
    expect(await read(gutmaLog(flight).replace('.000Z"', '"'))).toMatchObject(complete);
  });

  it('has its zone otherwise', async () => {
    const zoned = trackGpx(flight).replaceAll('T15:', 'T20:').replaceAll('.000Z<', '+0530<');
    expect(await read(zoned)).toMatchObject({ startedAt: '2026-11-02T14:34:05.000Z', durationSeconds: 60 });
  });
});

describe('an impossible date', () => {
  it.each(['1901', '1970', '1980', '2006', '2099'])('of %s is no start of a flight', async (year) => {
    const log = trackGpx(flight).replaceAll('2026-11', `${year}-11`);
    expect(await read(log)).toMatchObject({ startedAt: null, durationSeconds: 60, maxHeightMeters: 100 });
  });

  it('is no start of the log of a flight controller', async () => {
    const week = Math.floor((Date.parse(START) - Date.UTC(1980, 0, 6)) / 604_800_000);
    const log = dataFlash(flight);
    for (let at = 0; at + 1 < log.length; at += 1)
      if (log[at] === week % 256 && log[at + 1] === week >> 8) [log[at], log[at + 1]] = [0, 0];
    expect(await read(log)).toMatchObject({ startedAt: null, durationSeconds: 60 });
  });

  it('in one position does not count', async () => {
    const log = gpx((point, index) => (index === 0 || index === 30 ? point.replace('2026', '0000') : point));
    expect(await read(log)).toMatchObject({
      startedAt: '2026-11-02T15:04:06.000Z',
      durationSeconds: 59,
      skippedPositions: 2,
    });
  });

  it('is refused if all times are the same', async () => {
    const log = trackGpx(flight).replaceAll(/<time>.*?</g, '<time>1901-12-13T20:45:52Z<');
    expect(await problemOf(log)).toBe('badTimes');
  });
});

describe('bad positions', () => {
  const jumps = (from: number, to: number) =>
    gpx((point, index) => (index >= from && index < to ? point.replace('lat="39', 'lat="3') : point));

  it.each([
    ['at the start', 0, 1],
    ['in the middle', 31, 36],
    ['at the end', 60, 61],
  ])('are skipped and counted %s', async (_where, from, to) => {
    const { areaSquareMeters, distanceMeters, skippedPositions } = await read(jumps(from, to));
    expect(skippedPositions).toBe(to - from);
    expect(Math.abs(areaSquareMeters / 40_000 - 1)).toBeLessThan(0.005);
    expect(Math.abs(distanceMeters - 800)).toBeLessThan(2);
  });

  it('make a log bad if they are more than a tenth', async () => {
    expect(await problemOf(jumps(20, 28))).toBe('tooFast');
  });

  it('at an end make the flight incomplete', async () => {
    const noFix = gpx((point, index) => (index > 55 ? point.replace(/lat="[\d.]+"/, 'lat=""') : point));
    expect(await read(noFix)).toMatchObject({ skippedPositions: 5, durationSeconds: 55, incomplete: true });
  });

  it('do not count before the first fix', async () => {
    const layout = SRT_LAYOUTS['Mini 3 Pro'];
    const zero = { longitude: 0, latitude: 0 };
    const waiting = flight.map((each, index) => (index < 45 ? { ...each, ...zero } : each));
    expect(await read(djiSrt(waiting, layout))).toMatchObject({
      positions: 16,
      skippedPositions: 45,
      incomplete: false,
    });
  });

  it.each([
    ['noPlaces', 'lat=""'],
    ['zeroPlaces', 'lat="0" lon="0" id=""'],
    ['textPlaces', 'lat="48.123.456"'],
    ['outsidePlaces', 'lat="392800000"'],
  ])('have a true reason: %s', async (code, latitude) => {
    const log = trackGpx(flight)
      .replaceAll(/lat="[\d.]+"/g, latitude)
      .replaceAll(/(id="") lon="[^"]*"/g, '$1');
    expect(await problemOf(log)).toBe(code);
  });
});

describe('heights', () => {
  it.each([
    ['before the barometer reports values', (index: number) => index < 5, '0'],
    ['of one bad sample', (index: number) => index === 30, '9000'],
    ['of a missing sample', (index: number) => index === 30, ''],
  ])('have no outliers: %s', async (_what, isBad, height) => {
    const log = gpx(
      (point, index) => (isBad(index) ? point.replace(/<ele>[\d.]*/, `<ele>${height}`) : point),
      520,
    );
    const { maxHeightMeters, heightReference, positions } = await read(log);
    expect({ heightReference, positions }).toEqual({ heightReference: 'first-position', positions: 61 });
    expect(maxHeightMeters).toBeGreaterThanOrEqual(50);
    expect(maxHeightMeters).toBeLessThanOrEqual(100);
  });

  it('are unknown if only some positions have one', async () => {
    const log = gpx((point, index) => (index % 60 === 0 ? point : point.replace(/<ele>.*<\/ele>/, '')));
    expect(await read(log)).toMatchObject({ maxHeightMeters: null, heightReference: null, positions: 61 });
  });
});

describe('a part of a binary file', () => {
  it.each([
    ['PX4', ulog(flight)],
    ['ArduPilot', dataFlash(flight, { sound: true })],
  ])('of %s is incomplete', async (_what, log) => {
    expect(await read(log)).toMatchObject({ incomplete: false, durationSeconds: 60 });
    const cut = log.slice(0, Math.floor(log.length * 0.8));
    const { incomplete, durationSeconds } = await read(cut);
    expect({ incomplete, isShorter: durationSeconds < 55 }).toEqual({ incomplete: true, isShorter: true });
    const damaged = log.slice();
    damaged.fill(0, Math.floor(log.length / 2), Math.floor(log.length / 2) + 700);
    expect(await read(damaged)).toMatchObject({ incomplete: true });
  });
});

describe('captions', () => {
  const at = ({ latitude, longitude, height }: FlownPosition) =>
    ({ latitude: latitude.toFixed(6), longitude: longitude.toFixed(6), height: height.toFixed(1) }) as const;
  const layouts = {
    'of a Matrice': (each: FlownPosition) =>
      `GPS(${at(each).latitude},${at(each).longitude},0.0M) BAROMETER:${at(each).height}M`,
    'of a Mavic Pro with Hb': (each: FlownPosition) =>
      `GPS(${at(each).longitude},${at(each).latitude},16) Hb:${at(each).height} Hs:1.9`,
    'of Autel': (each: FlownPosition) =>
      `HOME(W: 76.6, N: 39.28)\nGPS(W: ${-each.longitude}, N: ${at(each).latitude}, ${at(each).height}m)`,
  };

  it.each(Object.entries(layouts))('have the order that they show: %s', async (_what, layout) => {
    const { first, ...figures } = await read(djiSrt(flight, layout));
    expect(figures).toMatchObject({ positions: 61, maxHeightMeters: 100, startedAt: null });
    expect(first).toEqual([-76.6, 39.28]);
  });

  it('are refused if they do not show it', async () => {
    const pairs = djiSrt(flight, (each) => `GPS(${at(each).latitude},${at(each).longitude})`);
    expect(await problemOf(pairs)).toBe('unknownOrder');
  });

  it('have no position in a part of a caption', async () => {
    const log = djiSrt(flight, SRT_LAYOUTS['Mini 3 Pro']);
    const cut = log.slice(0, log.lastIndexOf('[rel_alt: ') + 11);
    expect(await read(cut)).toMatchObject({ positions: 60, durationSeconds: 59 });
  });
});

describe('a table', () => {
  const german = litchiCsv(flight, 'm')
    .replaceAll(',', ';')
    .replaceAll(/(?<=[;\n]-?)(\d+)\.(\d+)(?=;)/g, '$1,$2')
    .replaceAll(/;(\d\d)000;2026/g, ';$1.000;2026');

  it('can have decimal commas and thousands', async () => {
    expect(german).toContain(';50.000;2026');
    const { first, ...figures } = await read(german);
    expect(figures).toMatchObject({ positions: 61, durationSeconds: 60, maxHeightMeters: 100 });
    expect(first).toEqual([-76.6, 39.28]);
  });

  it.each([
    [
      'Flight Reader',
      'sep=,\r\nCUSTOM.date [local],OSD.flyTime,OSD.flyTime [s],OSD.latitude,OSD.longitude,OSD.height [ft],OSD.altitude [ft]',
      ({ seconds, latitude, longitude, height }: FlownPosition) =>
        `11/2/2026,${seconds}s,${seconds},${latitude},${longitude},${height / 0.3048},${1000 + height}`,
    ],
    [
      'Open DroneLog',
      'time_s,lat,lng,alt_m,distance_to_home_m,height_m',
      ({ seconds, latitude, longitude, height }: FlownPosition) =>
        `${seconds},${latitude},${longitude},${520 + height},0,${height}`,
    ],
  ])('of %s has heights above take-off, and no date', async (_what, header, row) => {
    const table = `${[header, ...flight.map(row)].join('\r\n')}\r\n`;
    expect(await read(table)).toMatchObject({
      heightReference: 'take-off',
      durationSeconds: 60,
      maxHeightMeters: 100,
      startedAt: null,
    });
  });
});

describe('GUTMA', () => {
  it('of Parrot has no place before the fix, and heights above take-off', async () => {
    const log = gutmaLog(flight)
      .replace('"gps_altitude"', '"altitude_ato"')
      .replaceAll(/\[(\d),-[\d.]+,[\d.]+,/g, '[$1,500,500,');
    expect(await read(log)).toMatchObject({
      heightReference: 'take-off',
      skippedPositions: 10,
      positions: 51,
    });
  });

  it('can have points', async () => {
    const features = flight.map(({ longitude, latitude, height, seconds }) => ({
      type: 'Feature',
      properties: { time: new Date(Date.parse(START) + seconds * 1000).toISOString(), altitude: height + 30 },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    }));
    const path = { flight_path: { type: 'FeatureCollection', features } };
    const log = JSON.stringify({ exchange: { message: { flight_logging_geojson: path } } });
    expect(await read(log)).toMatchObject({ positions: 61, startedAt: START, maxHeightMeters: 100 });
  });
});

it('reads one receiver of several', async () => {
  const log = dataFlash(flight, { sound: true, withoutEstimate: true, receivers: 2 });
  const { distanceMeters, positions } = await read(log);
  expect({ distance: Math.round(distanceMeters / 10), positions }).toEqual({ distance: 80, positions: 61 });
});

it.each([
  ['workbook', archiveOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }), 'airdata.xlsx'],
  ['zipped', archiveOf({ 'flight.csv': airDataCsv(flight) }), 'flight.zip'],
  ['blackbox', `H Product:Blackbox flight data recorder\n${'\0'.repeat(99)}`, 'LOG00001.TXT'],
  ['binary', '\0\u0001'.repeat(99) + 'x'.repeat(150), 'LOG00001.TXT'],
  ['assCaptions', '[Script Info]\nTitle: Autel\n', 'autel.ass'],
  ['pdf', '%PDF-1.7', 'report.pdf'],
])('names the file of another program: %s', async (code, content, name) => {
  expect(await problemOf(content, name)).toBe(code);
});

it('reads a text in another encoding', async () => {
  const kml = trackKml(flight).replace('UTF-8', 'windows-1252').replace('<b>Flight', '<b>Fl\u00fcg');
  const bytes = Uint8Array.from(kml, (each) => each.charCodeAt(0));
  expect(await read(bytes)).toMatchObject({ positions: 61 });
});
