import { assert, asyncProperty, date, integer, property, shuffledSubarray, uint8Array } from 'fast-check';
import type { LogEvidence } from '@dps/contract';
import { dataFlash, ulog } from './testing/binary-logs.ts';
import { djiRecord } from './testing/dji-records.ts';
import {
  airDataCsv,
  archiveOf,
  bytesOf,
  djiSrt,
  gutmaLog,
  lineGeoJson,
  litchiCsv,
  logFile,
  squareFlight,
  SRT_LAYOUTS,
  trackGpx,
  trackKml,
} from './testing/flight-logs.ts';
import { LogProblem } from './log-problem.ts';
import { parseTime } from './log-values.ts';
import { readFlightLog } from './read-flight-log.ts';

const flight = squareFlight();
const LOGS = Object.entries({
  'airdata.csv': bytesOf(airDataCsv(flight)),
  'litchi.csv': bytesOf(litchiCsv(flight)),
  'track.kml': bytesOf(trackKml(flight)),
  'track.kmz': archiveOf({ 'doc.kml': trackKml(flight) }),
  'track.gpx': bytesOf(trackGpx(flight)),
  'line.geojson': bytesOf(lineGeoJson(flight)),
  'log.gutma': bytesOf(gutmaLog(flight)),
  'video.srt': bytesOf(djiSrt(flight, SRT_LAYOUTS['Mini 3 Pro'])),
  'mavic.srt': bytesOf(djiSrt(flight, SRT_LAYOUTS['Mavic Pro'])),
  'px4.ulg': ulog(flight),
  'copter.bin': dataFlash(flight, { sound: true }),
  'DJIFlightRecord_8.txt': djiRecord(flight, { version: 8 }),
  'DJIFlightRecord_12.txt': djiRecord(flight, { version: 12 }),
});

const read = async (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  await readFlightLog(logFile(bytes, name), () => {});

/** Returns the log of a damaged file, or undefined if it is refused with a reason. */
async function readDamaged(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<LogEvidence | undefined> {
  try {
    return await read(bytes, name);
  } catch (error) {
    if (error instanceof LogProblem && error.code !== 'unreadable') return undefined;
    throw error;
  }
}

const RUNS = { numRuns: 40, seed: 39 };

describe.each(LOGS)('the log %s', (name, bytes) => {
  it('never has more of the flight than was flown, if any part of its end is missing', async () => {
    const complete = (await read(bytes, name)).figures;
    await assert(
      asyncProperty(integer({ min: 0, max: bytes.length - 1 }), async (length) => {
        const evidence = await readDamaged(bytes.slice(0, length), name);
        if (!evidence) return;
        const { durationSeconds, maxHeightMeters, areaSquareMeters, startedAt } = evidence.figures;
        // A summary has the figures that the app wrote for the complete flight.
        expect(durationSeconds).toBeLessThanOrEqual(complete.durationSeconds);
        expect(maxHeightMeters ?? 0).toBeLessThanOrEqual((complete.maxHeightMeters ?? 0) + 0.1);
        expect(areaSquareMeters).toBeLessThanOrEqual(complete.areaSquareMeters + 1);
        expect([complete.startedAt, null]).toContain(startedAt);
        expect(evidence.heightReference).toBe((await read(bytes, name)).heightReference);
      }),
      RUNS,
    );
  });

  // A smaller damage can change a digit, which no reader notices.
  it('never has wrong figures because of a damaged record', async () => {
    const complete = (await read(bytes, name)).figures;
    const place = integer({ min: 0, max: bytes.length - 1 });
    const damage = uint8Array({ minLength: 20, maxLength: 60, max: 31 });
    await assert(
      asyncProperty(place, damage, async (at, noise) => {
        const damaged = bytes.slice();
        damaged.set(noise.slice(0, bytes.length - at), at);
        const evidence = await readDamaged(damaged, name);
        if (!evidence || evidence.incomplete || evidence.figures.positions === 0) return;
        if (evidence.figures.skippedPositions !== undefined) return;
        const { durationSeconds, maxHeightMeters, areaSquareMeters, distanceMeters } = evidence.figures;
        // The header of a DJI record allows five seconds and two percent.
        expect(Math.abs(durationSeconds - complete.durationSeconds)).toBeLessThanOrEqual(6.2);
        const height = maxHeightMeters ?? complete.maxHeightMeters ?? 0;
        expect(Math.abs(height - (complete.maxHeightMeters ?? 0))).toBeLessThanOrEqual(0.5);
        expect(Math.abs(areaSquareMeters - complete.areaSquareMeters)).toBeLessThan(2500);
        expect(Math.abs(distanceMeters - complete.distanceMeters)).toBeLessThan(40);
      }),
      RUNS,
    );
  });
});

it('a table has the same figures in any order of its columns', async () => {
  const rows = litchiCsv(flight)
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  const columns = [...(rows[0]?.keys() ?? [])];
  const { figures } = await read(bytesOf(litchiCsv(flight)), 'litchi.csv');
  const order = shuffledSubarray(columns, { minLength: columns.length });
  await assert(
    asyncProperty(order, async (indexes) => {
      const table = rows.map((row) => indexes.map((index) => row[index] ?? '').join(',')).join('\n');
      expect((await read(bytesOf(`${table}\n`), 'litchi.csv')).figures).toEqual(figures);
    }),
    RUNS,
  );
});

it('a time is the same instant in any zone, and in UTC without one', () => {
  const pad = (value: number) => String(value).padStart(2, '0');
  const instant = date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  assert(
    property(instant, integer({ min: -14 * 60, max: 14 * 60 }), (at, offset) => {
      const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1);
      const zone = `${offset < 0 ? '-' : '+'}${pad(Math.trunc(Math.abs(offset) / 60))}:${pad(Math.abs(offset) % 60)}`;
      expect(parseTime(`${local}${zone}`)).toBe(at.getTime());
      expect(parseTime(at.toISOString().slice(0, -1))).toBe(at.getTime());
    }),
  );
});

it.each([
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '05/14/2026 10:00',
  '14.05.2026',
  '10:00',
  '1234',
  '',
])('no time is read from "%s"', (text) => {
  expect(parseTime(text)).toBeNaN();
});
