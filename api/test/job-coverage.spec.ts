import {
  evidenceReportView,
  jobCoverageView,
  jobView,
  paths,
  radians,
  type JobArea,
  type JobCoverageView,
} from '@dps/contract';
import { expectError, expectView, TestClient } from './support/client.ts';
import { addFlight, addLoggedFlight, BEFORE_ALL_JOBS, logOf, uploadLog } from './support/flight-logs.ts';
import { acceptJob, jobBody, jobIn } from './support/jobs.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, shareReport, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let jobId: number;

beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  jobId = (await jobIn(server, 'in-progress', { owner, pilot }, { area: FIELD })).id;
});
afterAll(() => server.close());

const METERS_PER_DEGREE = 111_195;
/** A rectangle in metres east and north of the take-off of the test flights. */
function rectangle(west: number, south: number, east: number, north: number): JobArea {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const ring = corners.map(([x = 0, y = 0]) => [
    -76.6 + x / (METERS_PER_DEGREE * Math.cos(radians(39.28))),
    39.28 + y / METERS_PER_DEGREE,
  ]);
  return { type: 'Polygon', coordinates: [ring] };
}
/** The five lines of `FIRST`, whose pictures are 60 m wide, cover it up to 190 m north. */
const FIELD = rectangle(20, -10, 280, 205.5);
const FIRST = { height: 40 };
const REST = { height: 40, lines: 2, latitude: 39.28 + 160 / METERS_PER_DEGREE };

/** A log as GPX, without its heights. */
function withoutHeights(log: Buffer): Buffer {
  const [, ...rows] = log.toString().trimEnd().split('\n');
  const points = rows.map((row) => {
    const [, at = '', latitude, longitude] = row.split(',');
    return `<trkpt lat="${latitude}" lon="${longitude}"><time>${at.replace(' ', 'T')}Z</time></trkpt>`;
  });
  return Buffer.from(`<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`);
}

const read = async ({ client }: TestUser): Promise<JobCoverageView> =>
  expectView(await client.get(paths.jobCoverage(jobId)), 200, jobCoverageView);
const fly = (log: object = FIRST, values: object = {}, by = pilot) =>
  addLoggedFlight(server, by, jobId, logOf(log), values);

describe('the coverage of a job', () => {
  it('[COVER-1, COVER-4, CALL-53] grows with its flights, and the report has it too', async () => {
    const none = await read(owner);
    expect(none).toMatchObject({ area: FIELD, coveredPercent: 0, coveredSquareMeters: 0, countedFlights: 0 });
    expect(none.gaps).toHaveLength(1);
    await fly();
    const first = await read(owner);
    expect(first).toMatchObject({ coveredPercent: 92, countedFlights: 1, assumedCameras: 0, uncounted: [] });
    expect(first.gaps).toHaveLength(1);
    expect(await read(pilot)).toEqual(first);
    const report = await owner.client.get(paths.jobReport(jobId));
    expect(expectView(report, 200, evidenceReportView).coverage).toEqual(first);
    await fly(REST);
    const all = await read(owner);
    expect(all).toMatchObject({ coveredPercent: 100, countedFlights: 2, gaps: [] });
    expect(all.coveredSquareMeters).toBe(all.areaSquareMeters);
    const shared = await new TestClient(server).get(paths.sharedReport(await shareReport(owner, jobId)));
    expect(expectView(shared, 200, evidenceReportView).coverage).toEqual(all);
  });

  it('[COVER-3] names the flights that do not count, and assumes the view of an unknown camera', async () => {
    await addFlight(pilot, jobId, { flightNumber: 'FL-TYPED' });
    const unread = await addFlight(pilot, jobId, { flightNumber: 'FL-BAD' });
    await uploadLog(pilot, unread, Buffer.from('no log'), 'notes.csv');
    await addLoggedFlight(server, pilot, jobId, logOf(FIRST, BEFORE_ALL_JOBS), { flightNumber: 'FL-EARLY' });
    const flat = await addFlight(pilot, jobId, { flightNumber: 'FL-FLAT' });
    await uploadLog(pilot, flat, withoutHeights(logOf(FIRST)), 'flight.gpx');
    await server.runNow('read-flight-log');
    await uploadLog(pilot, await addFlight(pilot, jobId, { flightNumber: 'FL-NEW' }), logOf(FIRST));
    const uncounted = [
      { flightNumber: 'FL-TYPED', reason: 'no-log' },
      { flightNumber: 'FL-BAD', reason: 'unreadable' },
      { flightNumber: 'FL-EARLY', reason: 'not-evidence' },
      { flightNumber: 'FL-FLAT', reason: 'no-heights' },
    ];
    const checking = { flightNumber: 'FL-NEW', reason: 'checking' };
    expect(await read(owner)).toMatchObject({ coveredPercent: 0, uncounted: [...uncounted, checking] });
    await server.runNow('read-flight-log');
    await fly(REST, { camera: null });
    expect(await read(owner)).toMatchObject({ countedFlights: 2, assumedCameras: 1, uncounted });
  });

  it('[COVER-1] follows a change of the area, and is nothing without one', async () => {
    await fly();
    const body = jobBody({ area: rectangle(20, -10, 280, 100) });
    expectView(await owner.client.put(paths.job(jobId), body), 200, jobView);
    expect(await read(owner)).toMatchObject({ coveredPercent: 100, gaps: [] });
    expectView(await owner.client.put(paths.job(jobId), jobBody({ area: null })), 200, jobView);
    expect(await read(owner)).toMatchObject({ area: null, areaSquareMeters: 0, countedFlights: 0 });
  });

  it('[COVER-5] has the flights of all pilots for the client, and the own ones for a pilot', async () => {
    await fly();
    const reason = 'The drone is damaged.';
    expect((await pilot.client.post(paths.releaseJob(jobId), { reason })).status).toBeLessThan(300);
    const next = await createUser(server, 'pilot');
    expectError(await next.client.get(paths.jobCoverage(jobId)), 404, 'not_found');
    await acceptJob(next, jobId);
    expect((await next.client.patch(paths.job(jobId), { status: 'in-progress' })).status).toBe(200);
    await fly(REST, {}, next);
    expect(await read(owner)).toMatchObject({ coveredPercent: 100, countedFlights: 2 });
    expect(await read(pilot)).toMatchObject({ coveredPercent: 92, countedFlights: 1 });
    const own = await read(next);
    expect(own.countedFlights).toBe(1);
    expect(own.coveredPercent).toBeLessThan(60);
  });
});
