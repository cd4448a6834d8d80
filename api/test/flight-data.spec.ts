import { flightRecordListView, flightRecordView, paths } from '@dps/shared-contracts';
import { expectError, expectView } from './support/client.ts';
import { jobIn } from './support/jobs.ts';
import { createPerson, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let owner: Person;
let pilot: Person;
let jobId: number;
beforeAll(async () => {
  server = await startServer();
  owner = await createPerson(server, 'client');
  pilot = await createPerson(server, 'pilot');
  jobId = (await jobIn(server, 'in-progress', { owner, pilot })).id;
});
afterAll(() => server.close());

const record = (overrides: object = {}) => ({ jobId, flightNumber: 'FL-001', duration: 45, ...overrides });
const log = (body: unknown) => pilot.client.post(paths.flightRecords(), body);
const list = async (person: Person, query = '') =>
  expectView(
    await person.client.get(paths.pilotFlightRecords(person.user.id) + query),
    200,
    flightRecordListView,
  );

describe('logging a flight', () => {
  it("is the session user's, whatever the body says, and empty fields are null", async () => {
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

  it('keeps every field', async () => {
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
  ])('refuses a wrong %s', async (path, values) => {
    for (const value of values) {
      const { errors } = expectError(await log(record({ [path]: value })), 400, 'validation_failed');
      expect({ value, path: errors?.[0]?.path }).toEqual({ value, path });
    }
  });

  it('refuses a job that is not there, and unknown fields', async () => {
    expectError(await log(record({ jobId: 2_000_000_000 })), 404, 'not_found');
    expectError(await log(record({ createdAt: '2020-01-01' })), 400, 'validation_failed');
  });

  it('refuses a pilot who has given the job back', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    await pilot.client.post(paths.releaseJob(job.id));
    expectError(await log(record({ jobId: job.id })), 403, 'forbidden');
  });
});

describe('flight lists', () => {
  it('show a client none', async () => {
    expect(await list(owner)).toEqual([]);
  });

  it('come page by page', async () => {
    const all = (await list(pilot)).map(({ id }) => id);
    const answer = await pilot.client.get(`${paths.pilotFlightRecords(pilot.user.id)}?limit=1`);
    const [first] = expectView(answer, 200, flightRecordListView);
    expect(first?.id).toBe(all[0]);
    expect(answer.headers.get('link')).toContain(`after=${all[0]}`);
    expect((await list(pilot, `?after=${all[0]}`)).map(({ id }) => id)).toEqual(all.slice(1));
  });
});
