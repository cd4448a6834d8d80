import {
  flightRecordListView,
  flightRecordView,
  flightSummaryView,
  jobDetailView,
  paths,
} from '@dps/contract';
import { FlightRecord } from '../src/modules/flight-data/flight-record.entity.ts';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { startFlightServer } from './support/flights.ts';
import { jobIn } from './support/jobs.ts';
import type { TestUser } from './support/users.ts';
import type { TestServer } from './support/server.ts';

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
  it('[ENTITY-17, CALL-22, CALL-23] stores the session user as pilot, ignores the pilot of the body, and empty fields are null', async () => {
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
  });

  it('[ENTITY-17] stores every field', async () => {
    const fields = {
      altitude: '400 ft',
      coverageArea: '10 acres',
      resolution: '2cm/pixel',
      notes: 'Line 1\nLine 2',
    };
    expect(expectView(await log(record(fields)), 201, flightRecordView)).toMatchObject(fields);
  });

  it.each([
    ['duration', [0, -5, 7.5, '45', null, 10_081, undefined]],
    ['flightNumber', ['', null, 1, 'x'.repeat(65)]],
    ['jobId', [null, '1', 0, 1.5]],
    ['notes', ['x'.repeat(5001), 'a\u0000b']],
  ])('[ENTITY-18] refuses a wrong %s', async (path, values) => {
    for (const value of values) {
      const { errors } = expectError(await log(record({ [path]: value })), 400, 'validation_failed');
      expect({ value, path: errors?.[0]?.path }).toEqual({ value, path });
    }
  });

  it('refuses a missing job and unknown fields', async () => {
    expectError(await log(record({ jobId: 2_000_000_000 })), 404, 'not_found');
    expectError(await log(record({ createdAt: '2020-01-01' })), 400, 'validation_failed');
  });

  it('refuses a pilot who has released the job', async () => {
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
    const answers = await Promise.all(Array.from({ length: 20 }, () => log(record({ jobId: job.id }))));
    expect(sortedStatuses(answers)).toEqual([...Array(5).fill(201), ...Array(15).fill(409)]);
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
  it('[ACCESS-5] are empty for a client', async () => {
    expect(await list(owner)).toEqual([]);
  });

  it('[CALL-22] are paginated', async () => {
    const all = (await list(pilot)).map(({ id }) => id);
    const answer = await pilot.client.get(`${paths.pilotFlightRecords(pilot.user.id)}?limit=1`);
    const [first] = expectView(answer, 200, flightRecordListView);
    expect(first?.id).toBe(all[0]);
    expect(answer.headers.get('link')).toContain(`after=${all[0]}`);
    expect((await list(pilot, `?after=${all[0]}`)).map(({ id }) => id)).toEqual(all.slice(1));
  });
});

describe('the summary of flight records', () => {
  const summaryOf = async ({ client, user }: TestUser) =>
    expectView(await client.get(paths.flightSummary(user.id)), 200, flightSummaryView);

  it('[CALL-41] has the figures of all records and the newest records', async () => {
    const other = await startFlightServer();
    try {
      const { pilot: flyer } = other;
      const areas = ['10 acres', '', 'Unknown', '10 acres'];
      for (const [index, coverageArea] of areas.entries()) {
        const body = { jobId: other.jobId, flightNumber: `FL-${index}`, duration: 30, coverageArea };
        const resolution = index === 0 ? { resolution: '2cm/pixel' } : {};
        expect((await flyer.client.post(paths.flightRecords(), { ...body, ...resolution })).status).toBe(201);
      }
      const { first, ...figures } = await summaryOf(flyer);
      expect(figures).toEqual({ flights: 4, minutes: 120, coverageAreas: 2, withResolution: 1 });
      expect(first).toEqual(
        expectView(
          await flyer.client.get(paths.pilotFlightRecords(flyer.user.id)),
          200,
          flightRecordListView,
        ),
      );
    } finally {
      await other.server.close();
    }
  });

  it('has zeros for a client', async () => {
    const none = { flights: 0, minutes: 0, coverageAreas: 0, withResolution: 0, first: [] };
    expect(await summaryOf(owner)).toEqual(none);
  });
});
