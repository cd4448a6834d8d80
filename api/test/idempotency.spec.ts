import { randomUUID } from 'node:crypto';
import { paths } from '@dps/contract';
import { object, number } from 'yup';
import { expectError, type Answer } from './support/client.ts';
import { upload } from './support/files.ts';
import { startFlightServer, type FlightServer } from './support/flights.ts';
import { jobBody } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';

let flights: FlightServer;
beforeAll(async () => {
  flights = await startFlightServer();
});
afterAll(() => flights.server.close());

const idOf = ({ body }: Answer): number =>
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
    count: 'SELECT count(*)::integer AS total FROM job_attachments',
  },
];

describe.each(CALLS)('a request that creates $name', ({ sender, path, body, count }) => {
  const send = (key: string, user: TestUser = sender()) =>
    user.client.send('POST', path(), body(), { 'idempotency-key': key });
  const rows = async () => {
    const [row] = await flights.server.dataSource.query<{ total: number }[]>(count);
    return row?.total ?? 0;
  };

  it('creates one row when it is repeated with the same key', async () => {
    const before = await rows();
    const key = randomUUID();
    const [first, second] = [await send(key), await send(key.toUpperCase())];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await rows()).toBe(before + 1);
  });

  it('creates one row when eight with the same key arrive at once', async () => {
    const before = await rows();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await rows()).toBe(before + 1);
  });

  it('creates a row for each key, and for each request without a key', async () => {
    const before = await rows();
    await send(randomUUID());
    await sender().client.post(path(), body());
    expect(await rows()).toBe(before + 2);
  });

  it('refuses a key that is no UUID', async () => {
    const { errors } = expectError(await send('again'), 400, 'validation_failed');
    expect(errors).toEqual([{ path: 'idempotency-key', message: 'Use a UUID' }]);
  });
});

it('the key of another user creates an own row', async () => {
  const other = await createUser(flights.server, 'client');
  const headers = { 'idempotency-key': randomUUID() };
  const first = await flights.owner.client.send('POST', paths.jobs(), jobBody(), headers);
  const second = await other.client.send('POST', paths.jobs(), jobBody(), headers);
  expect(idOf(second)).not.toBe(idOf(first));
});
