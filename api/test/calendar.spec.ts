import ICAL from 'ical.js';
import { calendarView, paths, type CalendarView } from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { acceptJob, jobBody, jobIn, postJob } from './support/jobs.ts';
import { expectLimited, fill, newAddress } from './support/rate-limits.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
});
beforeEach(async () => {
  // All requests of the tests come from one network.
  await server.dataSource.query('DELETE FROM rate_limits');
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

/** The path of an address on the tested server. */
function pathOf({ address }: CalendarView): string {
  expect(address).toMatch(new RegExp(String.raw`^${PUBLIC_ORIGIN}/api/calendar/[\w-]{43}\.ics$`));
  return new URL(address ?? '').pathname;
}

const view = async (response: ReturnType<TestClient['get']>) => expectView(await response, 200, calendarView);
const read = ({ client }: TestUser) => view(client.get(paths.calendar()));
const create = async ({ client }: TestUser) => pathOf(await view(client.put(paths.calendar())));
const replace = async ({ client }: TestUser) => pathOf(await view(client.post(paths.calendar())));

/** Reads a feed as a calendar service does: without a session. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new TestClient(server).send('GET', path, undefined, headers);

/** The events of a feed, parsed by an independent library. */
async function eventsOf(path: string): Promise<{ id: string; title: string; start: string }[]> {
  const response = await get(path);
  expect(response.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(String(response.body)));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return { id: event.uid, title: event.summary, start: event.startDate.toString() };
  });
}
const titlesOf = async (path: string) => (await eventsOf(path)).map(({ title }) => title).toSorted();

describe('the address of a calendar feed', () => {
  it('[FEED-2] does not exist before the user creates it', async () => {
    expect(await read(pilot)).toEqual({ address: null });
    expect(await server.dataSource.query('SELECT FROM calendar_feeds')).toEqual([]);
    const path = await create(pilot);
    expect(pathOf(await read(pilot))).toBe(path);
    expect(await read(owner)).toEqual({ address: null });
  });

  it('[CALL-34] is created once, also by two tabs at once', async () => {
    const created = await Promise.all([create(pilot), create(pilot), create(pilot)]);
    expect(new Set([...created, await create(pilot)]).size).toBe(1);
    expect(created).not.toContain(await create(owner));
  });

  it('[FEED-5] stops working when it is replaced', async () => {
    const first = await create(pilot);
    expect((await get(first)).status).toBe(200);
    const second = await replace(pilot);
    expect(second).not.toBe(first);
    expectError(await get(first), 404, 'not_found');
    expect((await get(second)).status).toBe(200);
    expect(pathOf(await read(pilot))).toBe(second);
  });
});

describe('the feed', () => {
  it('[FEED-7, CALL-35] has the unpaid jobs of a pilot, and those of a client', async () => {
    await jobIn(server, 'in-progress', { owner, pilot }, { title: 'Running' });
    await jobIn(server, 'completed', { owner, pilot }, { title: 'Completed' });
    await jobIn(server, 'paid', { owner, pilot }, { title: 'Paid' });
    await postJob(owner, { title: 'Open' });
    await postJob(await createUser(server, 'client'), { title: 'Of another client' });
    expect(await titlesOf(await create(pilot))).toEqual(['Completed', 'Running']);
    expect(await titlesOf(await create(owner))).toEqual(['Completed', 'Open', 'Running']);
  });

  it('[FEED-9] has days and instants', async () => {
    await postJob(owner, { title: 'Day', deadline: '2030-06-30' });
    await postJob(owner, { title: 'Instant', deadline: '2030-06-30T15:30:00-04:00' });
    const events = await eventsOf(await create(owner));
    expect(events.map(({ title, start }) => [title, start])).toEqual([
      ['Instant', '2030-06-30T19:30:00Z'],
      ['Day', '2030-06-30'],
    ]);
  });

  it('[FEED-8, FEED-12] follows the job: its deadline, its title and its removal', async () => {
    const { id } = await postJob(owner);
    const path = await create(owner);
    const [before] = await eventsOf(path);
    await owner.client.put(paths.job(id), jobBody({ title: 'Moved', deadline: '2031-01-02' }));
    const [after] = await eventsOf(path);
    expect(after).toEqual({ id: before?.id, title: 'Moved', start: '2031-01-02' });
    await acceptJob(pilot, id);
    const ofPilot = await create(pilot);
    expect(await eventsOf(ofPilot)).toHaveLength(1);
    await pilot.client.post(paths.releaseJob(id));
    expect(await eventsOf(ofPilot)).toEqual([]);
    await owner.client.delete(paths.job(id));
    expect(await eventsOf(path)).toEqual([]);
  });

  it('[FEED-11] shows no money and no names', async () => {
    await acceptJob(pilot, (await postJob(owner, { budget: 98_765.43 })).id);
    for (const user of [owner, pilot]) {
      const { body } = await get(await create(user));
      expect(String(body)).not.toMatch(/98.?765|69.?135|\$|USD|budget/i);
      expect(String(body)).not.toContain(owner.user.name);
    }
  });

  it('[FEED-18] has at most 500 jobs, those with the latest deadlines', async () => {
    await server.dataSource.query(
      `INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
       SELECT 'Job ' || n, 'Text', 'Mapping', 'Here', 100, $1, timestamptz '2030-01-01 00:00Z' + n * interval '1 day', false
       FROM generate_series(1, 501) AS n`,
      [owner.user.id],
    );
    const titles = await titlesOf(await create(owner));
    expect(titles).toHaveLength(500);
    expect(titles).not.toContain('Job 1');
  });

  it('[FEED-14] is private, and 304 while it has not changed', async () => {
    const { id } = await postJob(owner);
    const path = await create(owner);
    const { headers } = await get(path);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag') ?? '';
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const response = await get(path, { 'if-none-match': known });
      expect([response.status, response.body, response.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await owner.client.put(paths.job(id), jobBody({ deadline: '2031-01-02' }));
    const changed = await get(path, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('[FEED-15] does not exist for a suspended user until the account is resumed', async () => {
    const path = await create(pilot);
    const suspend = (at: string) =>
      server.dataSource.query(`UPDATE users SET suspended_at = ${at} WHERE id = $1`, [pilot.user.id]);
    await suspend('now()');
    expectError(await get(path), 404, 'not_found');
    await suspend('NULL');
    expect((await get(path)).status).toBe(200);
  });

  it('[FEED-15] is the same 404 for an unknown, a short, a malformed and a long token', async () => {
    const known = await create(pilot);
    await replace(pilot);
    const shown = async (target: string) => {
      const response = await get(target);
      const { requestId: _id, ...error } = expectError(response, 404, 'not_found');
      return { error, cache: response.headers.get('cache-control'), etag: response.headers.get('etag') };
    };
    const ofReplaced = await shown(known);
    for (const token of ['A'.repeat(43), 'A', '%00'.repeat(43), 'A'.repeat(90)])
      expect(await shown(paths.calendarFeed(token))).toEqual(ofReplaced);
  });

  it('has no other file type, and only reads', async () => {
    const path = await create(pilot);
    expectError(await get(path.replace('.ics', '.txt')), 404, 'not_found');
    expectError(await get(path.replace('.ics', '')), 404, 'not_found');
    expectError(await new TestClient(server).post(path), 405, 'method_not_allowed');
  });

  it('[FEED-16] is limited to 300 reads a minute for one network', async () => {
    const path = await create(pilot);
    const from = newAddress();
    await fill(server, limitKey('read-calendar:network', from, 60), 299);
    expect((await get(path, { 'x-forwarded-for': from })).status).toBe(200);
    expectLimited(await get(path, { 'x-forwarded-for': from }));
    expect((await get(path, { 'x-forwarded-for': newAddress() })).status).toBe(200);
  });
});
