import { ulog } from './testing/binary-logs.ts';
import { LOG_POSITIONS_MAX } from '@dps/contract';
import {
  airDataCsv,
  archiveOf,
  lineGeoJson,
  lineKml,
  litchiCsv,
  MISSION,
  squareFlight,
  trackKml,
  logFile,
} from './testing/flight-logs.ts';
import { LogProblem } from './log-problem.ts';
import { readFlightLog } from './read-flight-log.ts';

/** Returns the problem code of a log. Throws if the log is valid. */
async function problemOf(content: string | Uint8Array<ArrayBuffer>, name = 'flight.log'): Promise<string> {
  const log = await readFlightLog(logFile(content, name), () => {}).catch((error: unknown) => error);
  if (log instanceof LogProblem) return log.code;
  throw new Error(`Expected a problem, got ${String(log)}`);
}

const flight = squareFlight();

it('[BROWSER-8] a browser without digests, on an insecure origin, reports the reason', async () => {
  const secure = crypto;
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: {} });
  try {
    expect(await problemOf(trackKml(flight))).toBe('insecure');
  } finally {
    Object.defineProperty(globalThis, 'crypto', { configurable: true, value: secure });
  }
});

describe('[EVID-7] a log that cannot be read', () => {
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

  it.each([
    ['empty', '', 'empty'],
    ['nothing but spaces', ' \n \n', 'empty'],
    ['UTF-16 with its mark', utf16(true), 'utf16'],
    ['UTF-16 without it', utf16(false), 'utf16'],
    ['an archive without KML', archiveOf({ 'flight.csv': csv }), 'zipped'],
    ['a KMZ that is cut off', archiveOf({ 'doc.kml': trackKml(flight) }).slice(0, -30), 'truncated'],
    ['a KMZ of 110 MB', archiveOf({ 'doc.kml': ' '.repeat(110_000_000) }), 'largeDocument'],
    ['a table that ends in a row', csv.slice(0, -40), 'truncated'],
    ['a table that ends in a quoted cell', csv.slice(0, -4), 'truncated'],
    ['a table without heights', 'latitude,longitude\n1,2\n1,3\n', 'columns'],
    ['a height in an unknown unit', 'latitude,longitude,altitude(furlong)\n1,2,3\n', 'columns'],
    ['the subtitles of a film', '1\n00:00:01,000 --> 00:00:02,000\nHello.\n', 'subtitles'],
    ['prose', 'Dear client,\nthe flight went well.\n', 'columns'],
    ['a table of its header alone', table(), 'noPositions'],
    ['a single position', table(row(0, '39', '-76')), 'onePosition'],
    [
      'mostly without a fix',
      table(row(0, '39', '-76'), row(1, '39', '-76'), ...[2, 3, 4].map((at) => row(at, 'NaN', '-76'))),
      'unusable',
    ],
    ['[EVID-10] a Litchi mission', MISSION, 'mission'],
    ['[EVID-10] a KML line', lineKml(flight, 'absolute'), 'noTimes'],
    ['a table without times', litchiCsv(flight).replace(/time\(millisecond\),datetime/, 'a,b'), 'noTimes'],
    ['[EVID-11] an airliner', airDataCsv(squareFlight({ side: 2300 })), 'tooFast'],
    ['a balloon', airDataCsv(squareFlight({ height: 3100 })), 'tooHigh'],
    ['times that go backwards', table(row(5, '39', '-76'), row(4, '39', '-76')), 'backwards'],
    ['a month', table(row(0, '39', '-76'), row(2_600_000, '39', '-76')), 'tooLong'],
    ['an entity bomb', bomb, 'doctype'],
    ['nesting without end', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`, 'noLine'],
    ['KML that is cut off', trackKml(flight).slice(0, -200), 'truncated'],
    ['KML that is not well-formed', '<kml><a></b></kml>', 'badXml'],
    [
      'KML of points',
      '<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>',
      'noLine',
    ],
    ['GeoJSON that is cut off', lineGeoJson(flight).slice(0, -300), 'truncated'],
    ['GeoJSON that is not well-formed', '{"type":1]', 'badJson'],
    ['GUTMA without rows', '{"message":{"flight_logging":{}}}', 'noPositions'],
    ['GeoJSON of a point', '{"type":"Point","coordinates":[1,2]}', 'noLine'],
    [
      'GeoJSON of null coordinates',
      '{"type":"LineString","coordinates":[null,[1],["1","2"],{}]}',
      'noPlaces',
    ],
    ['a list', '[1,2,3]', 'noLine'],
    ['JSON of 5 MB of spaces', `[${' '.repeat(5_000_000)}]`, 'noLine'],
    ['brackets without end', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'noLine'],
  ])('is rejected: %s', async (_kind, content, problem) => {
    expect(await problemOf(content)).toBe(problem);
  });

  const text = (start: string, ...bytes: number[]) =>
    new Uint8Array([...Array.from(start, (each) => each.charCodeAt(0)), ...bytes]);
  it.each([
    ['a PX4 log that is cut off', 'flight.ulg', text('ULog', 1, 0x12, 0x35, 1, 0, 0), 'truncated'],
    [
      'a complete PX4 log with data of an unknown topic',
      'flight.ulg',
      new Uint8Array([...ulog(flight), ...text('\x04\0A\0\x09\0x')]),
      'damaged',
    ],
    ['an ArduPilot log without positions', '17.BIN', text('', 0xa3, 0x95, 0x80, 0x80, 89, 0), 'noPositions'],
    ['a MAVLink log', 'flight.tlog', text('', 0, 5, 0xa1, 0xfd, 9, 0), 'mavlink'],
    [
      'a record of a DJI app',
      'DJIFlightRecord_2026-11-02_[15-04-05].txt',
      text('', 7, 1, 0, 0, 0xe1),
      'djiRecord',
    ],
    ['a video', 'DJI_0001.MP4', text('\0\0\0\x1cftypisom', 0, 0, 2, 0), 'video'],
    ['a JPEG', 'DJI_0001.JPG', text('', 0xff, 0xd8, 0xff, 0xe0, 0, 16), 'image'],
    ['a PNG', 'map.png', text('', 0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'image'],
    ['a TIFF', 'map.tif', text('II*', 0, 8, 0, 0, 0), 'image'],
    ['other bytes', 'flight.dat', text('', 1, 2, 0xff, 4), 'binary'],
  ])('[EVID-7] names what it is and what to export: %s', async (_kind, name, content, problem) => {
    expect(await problemOf(content, name)).toBe(problem);
  });

  it('is text whatever its name', async () => {
    const log = await readFlightLog(logFile(csv, 'flight.txt'), () => {});
    expect(log.format).toBe('airdata-csv');
  });

  it('is rejected when it has too many positions', async () => {
    const rows = '0,2026-11-02 15:04:15,39,-76,1,,,,,,,\n'.repeat(LOG_POSITIONS_MAX + 1);
    expect(await problemOf(`${header}\n${rows}`)).toBe('tooManyPositions');
    const line = `{"type":"LineString","coordinates":[${'[1,2],'.repeat(LOG_POSITIONS_MAX)}[1,2]]}`;
    expect(await problemOf(line)).toBe('tooManyPositions');
    const points = '<trkpt lat="1" lon="2"/>'.repeat(LOG_POSITIONS_MAX + 1);
    expect(await problemOf(`<gpx><trk>${points}</trk></gpx>`)).toBe('tooManyPositions');
  });
});
