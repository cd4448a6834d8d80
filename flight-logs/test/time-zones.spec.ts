import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { squareFlight, START, trackGpx, trackKml } from '../src/testing/flight-logs.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('../src/testing/print-figures.ts', import.meta.url));
/** New York has the hour from 01:00 twice on this day, and Kolkata is half an hour off the full hour. */
const TAKE_OFF = '2026-11-01T01:59:40.000Z';
const shift = (Date.parse(TAKE_OFF) - START) / 1000;
const flight = squareFlight();
for (const position of flight) position.seconds += shift;
const withoutZones = (log: string) => log.replaceAll(/(T\d\d:\d\d:\d\d(?:\.\d+)?)Z/g, '$1');

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('in %s', (zone) => {
  it.each([
    ['flight.gpx', withoutZones(trackGpx(flight))],
    ['flight.kml', withoutZones(trackKml(flight))],
  ])('[EVID-33] the times of %s without a zone are UTC', async (name, content) => {
    const env = { ...process.env, TZ: zone };
    const { stdout } = await run(process.execPath, [PROGRAM, name, content], { env });
    expect(JSON.parse(stdout)).toEqual({ startedAt: TAKE_OFF, durationSeconds: 60 });
  });
});
