import {
  evidenceReportView,
  flightRecordListView,
  flightRecordView,
  flightTrackView,
  jobDetailView,
  jobView,
  paths,
} from '@dps/contract';
import { FlightRecord } from '../src/modules/flight-data/flight-record.entity.ts';
import { changeJobs } from '../src/modules/jobs/job.changes.ts';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { startFlightServer } from './support/flights.ts';
import { jobBody, jobIn, postJob } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import type { TestServer } from './support/server.ts';
import { addLoggedFlight, BEFORE_ALL_JOBS, inMinutes, logOf } from './support/flight-logs.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let jobId: number;
beforeAll(async () => {
  ({ server, owner, pilot, jobId } = await startFlightServer());
});
afterAll(() => server.close());

const record = (overrides: object = {}) => ({ jobId, flightNumber: 'FL-001', duration: 45, ...overrides });
const log = (body: unknown) => pilot.client.post(paths.flightRecords(), body);
const list = async (testUser: TestUser, query = '') =>
  expectView(
    await testUser.client.get(paths.pilotFlightRecords(testUser.user.id) + query),
    200,
    flightRecordListView,
  );

describe('logging a flight', () => {
  it('[ENTITY-17, CALL-22, CALL-23] stores the session user as pilot, ignores the pilot of the body, and stores every field, empty ones as null', async () => {
    const flight = expectView(await log(record({ pilotId: 999, altitude: null })), 201, flightRecordView);
    expect(flight).toMatchObject({
      jobId,
      pilotId: pilot.user.id,
      flightNumber: 'FL-001',
      duration: 45,
      altitude: null,
      coverageArea: null,
      resolution: null,
      notes: null,
    });
    expect((await list(pilot))[0]).toEqual(flight);
    const fields = { altitude: '400 ft', coverageArea: '10 acres', resolution: '2cm/pixel', notes: 'A\nB' };
    expect(expectView(await log(record(fields)), 201, flightRecordView)).toMatchObject(fields);
  });

  it('[ENTITY-18] refuses a wrong value of each field', async () => {
    for (const wrong of [
      { jobId: '1', flightNumber: 'x'.repeat(65), duration: 10_081, notes: 'x'.repeat(5001) },
      { jobId: 1.5, flightNumber: '', duration: 7.5, notes: 'a\u0000b' },
    ]) {
      const { errors } = expectError(await log(wrong), 400, 'validation_failed');
      expect(errors?.map(({ path }) => path).toSorted()).toEqual(Object.keys(wrong).toSorted());
    }
    expectError(await log(record({ createdAt: '2020-01-01' })), 400, 'validation_failed');
  });

  it('refuses a missing job, and a pilot who has released the job', async () => {
    expectError(await log(record({ jobId: 2_000_000_000 })), 404, 'not_found');
    const job = await jobIn(server, 'pending', { owner, pilot });
    await pilot.client.post(paths.releaseJob(job.id));
    expectError(await log(record({ jobId: job.id })), 403, 'forbidden');
  });
});

describe('the flights of a job', () => {
  const logMany = (id: number, count: number) =>
    server.dataSource.query(
      `INSERT INTO flight_data (job_id, pilot_id, flight_number, duration)
       SELECT $1, $2, 'FL-' || n, 5 FROM generate_series(1, $3::integer) AS n`,
      [id, pilot.user.id, count],
    );

  it('[ENTITY-23] are at most 100, also when many requests arrive at once', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    await logMany(job.id, 95);
    const responses = await Promise.all(Array.from({ length: 20 }, () => log(record({ jobId: job.id }))));
    expect(sortedStatuses(responses)).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
    const { message } = expectError(await log(record({ jobId: job.id })), 409, 'too_many_flight_records');
    expect(message).toBe('A job can have at most 100 flight records.');
    expect(await server.dataSource.getRepository(FlightRecord).countBy({ jobId: job.id })).toBe(100);
  });

  it('[ENTITY-25] appear in the job as the newest 50 with the number of all', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    await logMany(job.id, 60);
    for (const testUser of [owner, pilot]) {
      const detail = expectView(await testUser.client.get(paths.job(job.id)), 200, jobDetailView);
      expect(detail.flightDataCount).toBe(60);
      const numbers = detail.flightData.map(({ flightNumber }) => flightNumber);
      expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => `FL-${60 - index}`));
    }
  });

  it('[ENTITY-24] end when the job is paid', async () => {
    const completed = await jobIn(server, 'completed', { owner, pilot });
    expectView(await log(record({ jobId: completed.id })), 201, flightRecordView);
    const paid = await jobIn(server, 'paid', { owner, pilot });
    expectError(await log(record({ jobId: paid.id })), 409, 'job_locked');
  });
});

describe('flight lists', () => {
  it('[ACCESS-5, CALL-22] are paginated, and empty for a client', async () => {
    expect(await list(owner)).toEqual([]);
    const all = (await list(pilot)).map(({ id }) => id);
    const response = await pilot.client.get(`${paths.pilotFlightRecords(pilot.user.id)}?limit=1`);
    const [first] = expectView(response, 200, flightRecordListView);
    expect(first?.id).toBe(all[0]);
    expect(response.headers.get('link')).toContain(`after=${all[0]}`);
    expect((await list(pilot, `?after=${all[0]}`)).map(({ id }) => id)).toEqual(all.slice(1));
  });
});

const flightsSeenBy = async (testUser: TestUser, id = jobId) =>
  expectView(await testUser.client.get(paths.job(id)), 200, jobDetailView).flightData;

describe('a flight log that may not belong to the job', () => {
  /** Logs flights one after another. Returns the warnings of each in every response that has it, as the pilot and client see them. */
  async function warningsOf(id: number, logs: readonly Buffer[]) {
    const seen: unknown[] = [];
    for (const content of logs) {
      const { id: recordId } = await addLoggedFlight(server, pilot, id, content);
      const report = await owner.client.get(paths.jobReport(id));
      const [listed, ofPilot, ofClient, reported] = [
        await list(pilot),
        await flightsSeenBy(pilot, id),
        await flightsSeenBy(owner, id),
        expectView(report, 200, evidenceReportView).flights,
      ].map((flights) => flights.find((flight) => flight.id === recordId)?.evidence?.warnings);
      expect(ofPilot).toEqual(listed);
      seen.push({ pilot: listed, client: ofClient, report: reported });
    }
    return seen;
  }
  const toAll = (warnings: object[] | undefined) => ({
    pilot: warnings,
    client: warnings,
    report: warnings,
  });

  it('[EVID-17] has a warning outside the time from acceptance to deadline', async () => {
    const job = await postJob(owner);
    const posted = '2026-11-02T10:00:00.000Z';
    const accepted = '2026-11-03T10:00:00.000Z';
    const deadline = '2026-11-10T00:00:00.000Z';
    await server.dataSource.query(
      'UPDATE jobs SET created_at = $2, deadline = $3, deadline_has_time = false WHERE id = $1',
      [job.id, posted, deadline],
    );
    const acceptance = { pilotId: pilot.user.id, updatedAt: new Date(accepted) };
    await server.dataSource.transaction((manager) =>
      changeJobs(manager, pilot.user.id, { id: job.id }, acceptance),
    );
    const starts = ['2026-11-02T12:00:00.000Z', accepted, '2026-11-12T00:00:00.000Z'];
    const logs = [BEFORE_ALL_JOBS, ...starts.map((start) => new Date(start))].map((start) =>
      logOf({}, start),
    );
    expect(await warningsOf(job.id, logs)).toEqual([
      toAll([{ code: 'before-posting', at: posted }]),
      toAll([{ code: 'before-acceptance', at: accepted }]),
      toAll(undefined),
      toAll([{ code: 'after-deadline', at: deadline }]),
    ]);
  });

  it('[EVID-34] has a warning far from the area of the job, also after the area is removed', async () => {
    const corners = [
      [9, 0],
      [9.01, 0],
      [9.01, 0.01],
      [9, 0],
    ];
    const area = { type: 'Polygon', coordinates: [corners] };
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    const edit = async (body: object) => {
      const response = await owner.client.put(paths.job(job.id), jobBody({ title: job.title, ...body }));
      expectView(response, 200, jobView);
    };
    await edit({ area });
    const [seen] = await warningsOf(job.id, [logOf({}, inMinutes(400))]);
    const warning = { code: 'away-from-area', meters: expect.any(Number) };
    expect(seen).toEqual(toAll([warning]));
    await edit({ area: null });
    const [stored] = await flightsSeenBy(pilot, job.id);
    expect(stored?.evidence?.warnings).toEqual([warning]);
  });

  it('[EVID-19] has a warning for an earlier record with the log, or with a flight of the pilot at the same time', async () => {
    const mine = await jobIn(server, 'in-progress', { owner, pilot });
    const other = await jobIn(server, 'in-progress', { owner: await createUser(server, 'client'), pilot });
    const sent = logOf({}, inMinutes(60));
    const first = await addLoggedFlight(server, pilot, other.id, sent, { flightNumber: 'FL-007' });
    expect(first.evidence).not.toHaveProperty('warnings');
    const named = { jobId: other.id, flightNumber: 'FL-007' };
    const toPilotAlone = (code: string) => ({
      pilot: [{ code, ...named }],
      client: [{ code }],
      report: [{ code }],
    });
    const logs = [sent, logOf({}, inMinutes(61)), logOf({}, inMinutes(120))];
    expect(await warningsOf(mine.id, logs)).toEqual([
      toPilotAlone('log-used-before'),
      toPilotAlone('overlapping-flight'),
      toAll(undefined),
    ]);
    const [stored] = await flightsSeenBy(pilot, other.id);
    expect(stored?.evidence).not.toHaveProperty('warnings');
  });

  it('[EVID-19] has a warning for the log of another pilot, and none for an overlapping flight in the same job', async () => {
    const sent = logOf({}, inMinutes(180));
    const other = await createUser(server, 'pilot');
    const theirs = await jobIn(server, 'in-progress', {
      owner: await createUser(server, 'client'),
      pilot: other,
    });
    await addLoggedFlight(server, other, theirs.id, sent);
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const logs = [sent, logOf({}, inMinutes(181))];
    expect(await warningsOf(id, logs)).toEqual([toAll([{ code: 'log-used-before' }]), toAll(undefined)]);
  });
});

describe('a record with a flight log', () => {
  it('[ACCESS-17] shows its track to the client and to its pilot, also after the release of the job, and to no other user', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const { id } = await addLoggedFlight(server, pilot, job.id);
    const others = [await createUser(server, 'pilot'), await createUser(server, 'client')];
    await pilot.client.post(paths.releaseJob(job.id));
    for (const { client } of others) expectError(await client.get(paths.flightTrack(id)), 404, 'not_found');
    for (const { client } of [owner, pilot])
      expectView(await client.get(paths.flightTrack(id)), 200, flightTrackView);
  });

  it('names the exact format, and one that every release of a module supports', async () => {
    const point = (minute: number) =>
      `<trkpt lat="39.28${minute}" lon="-76.6"><time>2026-11-02T15:0${minute}:00Z</time></trkpt>`;
    const gpx = Buffer.from(`<gpx><trk><trkseg>${point(1)}${point(2)}</trkseg></trk></gpx>`);
    const { evidence } = await addLoggedFlight(server, pilot, jobId, gpx);
    expect(evidence).toMatchObject({ format: 'kml', fileFormat: 'gpx' });
  });

  it('[EVID-8] has no evidence from the body', async () => {
    const { errors } = expectError(await log(record({ evidence: {} })), 400, 'validation_failed');
    expect(errors).toHaveLength(1);
  });
});
