import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { object, number } from 'yup';
import { deleteExpired } from '../src/platform/housekeeping/expired-rows.ts';
import { OLD_JOB_REQUESTS } from '../src/modules/jobs/job-request.entity.ts';
import { expectError, type ApiResponse } from './support/client.ts';
import { upload } from './support/files.ts';
import { startFlightServer, type FlightServer } from './support/flights.ts';
import { jobBody, jobIn } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';

let flights: FlightServer;
beforeAll(async () => {
  flights = await startFlightServer();
});
afterAll(() => flights.server.close());

const idOf = ({ body }: ApiResponse): number =>
  object({ id: number().required() }).required().validateSync(body).id;

/** Each call that creates a row on a user's request, with the number of its rows. */
const CALLS = [
  {
    name: 'a job',
    sender: () => flights.owner,
    path: () => paths.jobs(),
    body: () => jobBody(),
    count: 'SELECT count(*)::integer AS total FROM jobs',
  },
  {
    name: 'a flight record',
    sender: () => flights.pilot,
    path: () => paths.flightRecords(),
    body: () => ({ jobId: flights.jobId, flightNumber: 'FL-001', duration: 45 }),
    count: 'SELECT count(*)::integer AS total FROM flight_data',
  },
  {
    name: 'an attachment',
    sender: () => flights.owner,
    path: () => paths.attachments(flights.jobId),
    body: () => upload(),
    count: 'SELECT count(*)::integer AS total FROM job_files',
  },
];

describe.each(CALLS)('a request that creates $name', ({ sender, path, body, count }) => {
  const send = (key: string, user: TestUser = sender()) =>
    user.client.send('POST', path(), body(), { 'idempotency-key': key });
  const rows = async () => {
    const [row] = await flights.server.dataSource.query<{ total: number }[]>(count);
    return row?.total ?? 0;
  };

  it('[LIST-9] creates one row when eight with the same key arrive at once, and when it is repeated', async () => {
    const before = await rows();
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(key)));
    responses.push(await send(key.toUpperCase()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { body: repeated } of responses) expect(repeated).toEqual(responses[0]?.body);
    expect(await rows()).toBe(before + 1);
  });

  it('creates a row for each key and each request without a key, and refuses a key that is no UUID', async () => {
    const before = await rows();
    await send(randomUUID());
    await sender().client.post(path(), body());
    const { errors } = expectError(await send('again'), 400, 'validation_failed');
    expect(errors).toEqual([{ path: 'idempotency-key', message: 'Use a UUID' }]);
    expect(await rows()).toBe(before + 2);
  });
});

it('the key of another user creates an own row', async () => {
  const other = await createUser(flights.server, 'client');
  const headers = { 'idempotency-key': randomUUID() };
  const first = await flights.owner.client.send('POST', paths.jobs(), jobBody(), headers);
  const second = await other.client.send('POST', paths.jobs(), jobBody(), headers);
  expect(idOf(second)).not.toBe(idOf(first));
});

it('[IDEM-2] a key with another flight is refused', async () => {
  const flight = { jobId: flights.jobId, flightNumber: 'FL-002', duration: 30 };
  const headers = { 'idempotency-key': randomUUID() };
  const log = (body: object) => flights.pilot.client.send('POST', paths.flightRecords(), body, headers);
  expect((await log(flight)).status).toBe(201);
  expectError(await log({ ...flight, duration: 31 }), 422, 'idempotency_key_reused');
});

describe('a change of a job', () => {
  const send = (method: 'PUT' | 'PATCH', id: number, body: object, key: string, user = flights.pilot) =>
    user.client.send(method, paths.job(id), body, { 'idempotency-key': key });
  const started = async () => (await jobIn(flights.server, 'in-progress', flights)).id;

  it('[IDEM-1] is made once and its repetition has the first response', async () => {
    const id = await started();
    const key = randomUUID();
    const first = await send('PUT', id, { progress: 40 }, key);
    await send('PUT', id, { progress: 60 }, randomUUID());
    const again = await send('PUT', id, { progress: 40 }, key);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const { body } = await flights.pilot.client.get(paths.job(id));
    expect(body).toMatchObject({ progress: 60 });
  });

  it('[IDEM-1] is made once by eight requests at once', async () => {
    const id = await started();
    const key = randomUUID();
    const steps = Array.from({ length: 8 }, () => send('PATCH', id, { status: 'review' }, key));
    const responses = await Promise.all(steps);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expectError(await send('PATCH', id, { status: 'review' }, randomUUID()), 409, 'status_conflict');
  });

  it('[IDEM-2] is refused with the key of another body or job', async () => {
    const id = await started();
    const key = randomUUID();
    await send('PUT', id, { progress: 40 }, key);
    expectError(await send('PUT', id, { progress: 45 }, key), 422, 'idempotency_key_reused');
    expectError(await send('PUT', await started(), { progress: 40 }, key), 422, 'idempotency_key_reused');
  });

  it('[IDEM-3] leaves the key unused when it fails', async () => {
    const id = await started();
    const key = randomUUID();
    expectError(await send('PATCH', id, { status: 'completed' }, key), 409, 'status_conflict');
    expect((await send('PATCH', id, { status: 'review' }, key)).status).toBe(200);
    expectError(await send('PUT', 2_000_000_000, { progress: 5 }, randomUUID()), 404, 'not_found');
  });

  it('[IDEM-3] has a key per user', async () => {
    const id = await started();
    const key = randomUUID();
    await send('PUT', id, { progress: 40 }, key);
    expectError(await send('PUT', id, { progress: 40 }, key, flights.owner), 403, 'forbidden');
  });

  it('[IDEM-4] is remembered for 30 days', async () => {
    const { dataSource } = flights.server;
    const id = await started();
    const keep = randomUUID();
    await send('PUT', id, { progress: 40 }, randomUUID());
    await dataSource.query(`UPDATE job_requests SET created_at = now() - interval '31 days'`);
    await send('PUT', id, { progress: 45 }, keep);
    await deleteExpired(dataSource, OLD_JOB_REQUESTS, 10);
    expect(await dataSource.query('SELECT key FROM job_requests')).toEqual([{ key: keep }]);
  });
});
