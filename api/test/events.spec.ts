import { jobChangeView, paths, questionView } from '@dps/contract';
import { AccountAdministration } from '../src/modules/administration/account-administration.ts';
import { changeJobs } from '../src/modules/jobs/job.changes.ts';
import { expectView } from './support/client.ts';
import { EventClient, type ReceivedEvent } from './support/event-client.ts';
import { acceptJob, jobBody, jobIn, postJob } from './support/jobs.ts';
import { readUpTo, sendMessage, setBlocked } from './support/messages.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, PASSWORD, signIn, type TestUser } from './support/users.ts';

const MOST_STREAMS = 10;

let server: TestServer;
/** A second process on the same database. */
let replica: TestServer;
let owner: TestUser;
let pilot: TestUser;
let other: TestUser;
let opened: EventClient[] = [];
beforeAll(async () => {
  server = await startServer();
  replica = await startServer({ databaseUrl: server.databaseUrl });
});
beforeEach(async () => {
  [owner, pilot, other] = await Promise.all([
    createUser(server, 'client'),
    createUser(server, 'pilot'),
    createUser(server, 'pilot'),
  ]);
});
afterEach(() => {
  for (const stream of opened) stream.close();
  opened = [];
});
afterAll(async () => {
  await replica.close();
  await server.close();
});

/** Moves all jobs and their history into the past. */
async function makeOlder(time: string): Promise<void> {
  await server.dataSource.query(`
    ALTER TABLE job_events DISABLE TRIGGER USER;
    UPDATE job_events SET at = at - interval '${time}';
    ALTER TABLE job_events ENABLE TRIGGER USER;
    UPDATE jobs SET updated_at = updated_at - interval '${time}'`);
}

/** The job of a notification that only marks a place: the second process receives it after those of all earlier changes. */
const MARK_ID = 2_147_483_647;
const MARK = `
  SELECT pg_notify('job_changes', jsonb_build_object('id', null, 'jobId', ${MARK_ID}, 'kind', 'edited', 'isOpen', false,
    'updatedAt', '2026-01-01T00:00:00.000Z', 'accounts', jsonb_build_array($1::int))::text)`;

/**
 * Opens the stream of a user on the second process; the tests write on the first one. Without an id to resume from, the stream
 * starts after all earlier changes.
 */
async function open({ client, user }: TestUser, lastEventId?: string): Promise<EventClient> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const stream = await EventClient.open(replica, client.cookie, headers);
  opened.push(stream);
  if (lastEventId !== undefined) return stream;
  await eventsUntilNow(stream, user.id);
  return stream;
}

/** Waits until the second process has received all changes, so that a later stream does not report them as new ones. */
const receiveAll = () => open(owner);

/** The events of a stream up to now. */
async function eventsUntilNow(stream: EventClient, userId: number): Promise<ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  await server.dataSource.query(MARK, [userId]);
  for (;;) {
    const [event] = await stream.take(1);
    if (!event) throw new Error('The notification that marks the place has not arrived.');
    if (event.event === 'job' && jobChangeView.validateSync(event.data).jobId === MARK_ID) return events;
    events.push(event);
  }
}

/** The kinds of job events, and the names of others. */
const kindsOf = (events: readonly ReceivedEvent[]) =>
  events.map(({ event, data }) => (event === 'job' ? jobChangeView.validateSync(data).kind : event));

describe('a stream of events', () => {
  it('[EVENT-2] reports a change of another process, with the job and its time', async () => {
    const stream = await open(owner);
    const { id } = await postJob(owner);
    const [event] = await stream.take(1);
    const { body } = await owner.client.get(paths.job(id));
    expect(event?.data).toEqual({
      jobId: id,
      updatedAt: Reflect.get(Object(body), 'updatedAt'),
      kind: 'posted',
    });
    expect(event?.id).toBe(stream.resumesAt);
  });

  it('[EVENT-1] reports the steps of a job to its client and its pilot', async () => {
    const job = await postJob(owner);
    const streams = [await open(owner), await open(pilot)];
    await acceptJob(pilot, job.id);
    await pilot.client.patch(paths.job(job.id), { status: 'in-progress' });
    await pilot.client.put(paths.job(job.id), { progress: 10 });
    await pilot.client.put(paths.job(job.id), { progress: 20 });
    await pilot.client.post(paths.flightRecords(), { jobId: job.id, flightNumber: 'F-1', duration: 9 });
    const steps = ['accepted', 'status', 'progress', 'progress', 'flight-added'];
    for (const stream of streams) expect(kindsOf(await stream.take(5))).toEqual(steps);
  });

  it('[EVENT-4] reports nothing of the jobs of others', async () => {
    const job = await acceptJob(pilot, (await postJob(owner)).id);
    const streams: (readonly [number, EventClient])[] = [];
    for (const user of [other, await createUser(server, 'client')])
      streams.push([user.user.id, await open(user)]);
    await owner.client.put(paths.job(job.id), jobBody({ title: 'Changed' }));
    await pilot.client.patch(paths.job(job.id), { status: 'in-progress' });
    for (const [id, stream] of streams) expect(await eventsUntilNow(stream, id)).toEqual([]);
  });

  it('[EVENT-5] tells other pilots without details that open jobs have changed, and clients nothing', async () => {
    const stream = await open(other);
    const client = await createUser(server, 'client');
    const ofClient = await open(client);
    const job = await postJob(owner);
    await owner.client.put(paths.job(job.id), jobBody({ title: 'Changed' }));
    await acceptJob(pilot, job.id);
    await pilot.client.post(paths.releaseJob(job.id));
    await owner.client.delete(paths.job(job.id));
    const events = await stream.take(5);
    expect(events).toHaveLength(5);
    for (const { event, data } of events) expect({ event, data }).toEqual({ event: 'available', data: {} });
    expect(await eventsUntilNow(ofClient, client.user.id)).toEqual([]);
  });

  it('[QUESTION-9] reports a question and its answer to the client and the pilots who have asked, and to no other pilot', async () => {
    const { id } = await postJob(owner);
    const streams = [await open(owner), await open(pilot)];
    const uninvolved = await open(other);
    const asked = await pilot.client.post(paths.questions(id), { text: 'Where is the gate?' });
    const question = expectView(asked, 201, questionView);
    const answer = { text: 'On the north side.' };
    expectView(await owner.client.put(paths.answer(id, question.id), answer), 200, questionView);
    for (const stream of streams)
      expect(kindsOf(await stream.take(2))).toEqual(['question-asked', 'question-answered']);
    expect(await eventsUntilNow(uninvolved, other.user.id)).toEqual([]);
  });

  it('[EVENT-4] reports a released job to its former pilot', async () => {
    const { id } = await acceptJob(pilot, (await postJob(owner)).id);
    const stream = await open(pilot);
    await owner.client.post(paths.releaseJob(id));
    expect(kindsOf(await stream.take(1))).toEqual(['pilot-removed']);
  });

  it('[EVENT-20] reports to the pilot, once, that the client has opened submitted work', async () => {
    const { id, updatedAt } = await jobIn(server, 'review', { owner, pilot });
    const streams = [await open(pilot), await open(owner)] as const;
    for (let round = 0; round < 2; round += 1) await owner.client.get(paths.job(id));
    const [event] = await streams[0].take(1);
    expect(event).toEqual({ event: 'job', data: { jobId: id, updatedAt, kind: 'opened' } });
    expect(await eventsUntilNow(streams[0], pilot.user.id)).toEqual([]);
    expect(await eventsUntilNow(streams[1], owner.user.id)).toEqual([]);
  });

  it('[MESSAGE-10] reports a message, its reading and a block without details to both parties, and nothing to others', async () => {
    const { id: jobId } = await jobIn(server, 'in-progress', { owner, pilot });
    const thread = { jobId, pilotId: pilot.user.id };
    const streams = [await open(owner), await open(pilot)];
    const ofOther = await open(other);
    const message = await sendMessage(owner, thread, 'Where is the gate?');
    await readUpTo(pilot, thread, message);
    for (const blocked of [true, false]) await setBlocked(pilot, thread, blocked);
    // These change nothing.
    await readUpTo(pilot, thread, message);
    await setBlocked(pilot, thread, false);
    for (const [index, stream] of streams.entries()) {
      const events = await eventsUntilNow(stream, [owner, pilot][index]?.user.id ?? 0);
      expect(events).toEqual(Array.from({ length: 4 }, () => ({ event: 'threads', data: {} })));
    }
    expect(await eventsUntilNow(ofOther, other.user.id)).toEqual([]);
  });

  it('[EVENT-3] reports no change that is rolled back', async () => {
    const { id } = await postJob(owner);
    const stream = await open(owner);
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await changeJobs(runner.manager, owner.user.id, { id }, { title: 'Never' });
    await runner.rollbackTransaction();
    await runner.release();
    expect(await eventsUntilNow(stream, owner.user.id)).toEqual([]);
  });

  it('[CALL-36, EVENT-18] is not compressed, stored or buffered, and names its user, so that a page of another user can close it', async () => {
    const { headers, status, body } = await owner.client.send('HEAD', paths.events());
    expect([status, body]).toEqual([200, '']);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get(paths.EVENTS_USER_HEADER)).toBe(String(owner.user.id));
  });
});

describe('a client that resumes', () => {
  /** Closes a stream, makes changes, and resumes after the last event. */
  async function missed(user: TestUser, changes: () => Promise<unknown>): Promise<string[]> {
    const first = await open(user);
    first.close();
    await changes();
    const stream = await open(user, first.resumesAt);
    const events = kindsOf(await eventsUntilNow(stream, user.user.id)).map(String);
    // The history has no messages, so every client that resumes reads its threads again, as the last ones.
    expect(events.pop()).toBe('threads');
    return events;
  }

  it('[EVENT-6] receives what it has missed', async () => {
    const job = await jobIn(server, 'pending', { owner, pilot });
    const kinds = await missed(owner, () => pilot.client.patch(paths.job(job.id), { status: 'in-progress' }));
    expect(kinds).toContain('status');
  });

  it('[EVENT-6] receives progress that replaced earlier progress', async () => {
    const job = await jobIn(server, 'in-progress', { owner, pilot });
    await pilot.client.put(paths.job(job.id), { progress: 10 });
    // Events at nearly the time of the last one are sent again.
    await makeOlder('50 minutes');
    await server.dataSource.query(`
      ALTER TABLE job_events DISABLE TRIGGER USER;
      UPDATE job_events SET at = at + interval '10 minutes' WHERE id = (SELECT max(id) FROM job_events);
      ALTER TABLE job_events ENABLE TRIGGER USER`);
    expect(await missed(owner, () => Promise.resolve())).toEqual(['progress']);
    const kinds = await missed(owner, () => pilot.client.put(paths.job(job.id), { progress: 20 }));
    expect(kinds).toEqual(['progress', 'progress']);
  });

  it('receives nothing of the jobs of others, and the changes of open jobs without details', async () => {
    const uninvolved = await createUser(server, 'client');
    const change = async () => acceptJob(pilot, (await postJob(owner)).id);
    expect(await missed(uninvolved, change)).toEqual([]);
    expect(new Set(await missed(other, change))).toEqual(new Set(['available', 'shares']));
  });

  it('[EVENT-21] reads shares and payouts again if it is of a pilot', async () => {
    const nothing = () => Promise.resolve();
    expect(await missed(pilot, nothing)).toContain('shares');
    expect(await missed(owner, nothing)).not.toContain('shares');
  });

  it('[EVENT-6] reads everything again after too many events, and after an id of another history', async () => {
    for (const last of ['999999999', '0']) {
      if (last === '0')
        await server.dataSource.query(
          `INSERT INTO job_events (job_id, at, kind) SELECT 1, now(), 'edited' FROM generate_series(1, 1001)`,
        );
      const stream = await open(owner, last);
      expect(kindsOf(await eventsUntilNow(stream, owner.user.id))).toEqual(['reset']);
    }
  });

  it('[EVENT-6] starts with the changes of the last seconds if its last id is invalid or missing', async () => {
    await postJob(owner);
    await receiveAll();
    for (const last of [`1' OR 1`, '']) {
      const stream = await open(owner, last);
      expect(kindsOf(await eventsUntilNow(stream, owner.user.id))).toEqual(['progress', 'posted']);
    }
  });

  it('[MESSAGE-10] starts with an event of threads if it is new and a message has arrived in the last seconds', async () => {
    const { id: jobId } = await jobIn(server, 'in-progress', { owner, pilot });
    const message = await sendMessage(owner, { jobId, pilotId: pilot.user.id }, 'Hello');
    await makeOlder('1 minute');
    await receiveAll();
    const [ofSender, ofReader] = [await open(owner, ''), await open(pilot, '')];
    expect(await eventsUntilNow(ofSender, owner.user.id)).toEqual([]);
    expect(kindsOf(await eventsUntilNow(ofReader, pilot.user.id))).toEqual(['threads']);
    const older = `UPDATE messages SET sent_at = sent_at - interval '1 minute' WHERE id = $1`;
    await server.dataSource.query(older, [message.id]);
    expect(await eventsUntilNow(await open(pilot, ''), pilot.user.id)).toEqual([]);
  });

  it('[EVENT-6] starts with no earlier changes if it is new', async () => {
    await postJob(owner);
    await makeOlder('1 minute');
    await receiveAll();
    const stream = await open(owner, '');
    expect(await eventsUntilNow(stream, owner.user.id)).toEqual([]);
  });
});

describe('a stream ends', () => {
  it('[EVENT-9] with its session, but the other streams of the user stay open', async () => {
    const ending = await open(owner);
    const second = { ...owner, client: await signIn(server, owner.user.username) };
    const staying = await open(second);
    await owner.client.post(paths.logout());
    await ending.ended;
    await postJob(second);
    expect(kindsOf(await staying.take(1))).toEqual(['posted']);
  });

  it('[EVENT-9] if another session changes the password', async () => {
    const stream = await open(owner);
    const second = await signIn(server, owner.user.username);
    const change = { currentPassword: PASSWORD, newPassword: 'battery staple' };
    expect((await second.put(paths.password(), change)).status).toBe(204);
    expect(await stream.ended).toEqual([]);
  });

  it('[EVENT-9] if its account is suspended', async () => {
    const stream = await open(owner);
    await new AccountAdministration(server.dataSource, 'olga').suspend({ id: owner.user.id });
    expect(await stream.ended).toEqual([]);
  });

  it('if the connection to the database breaks, and the client resumes', async () => {
    const stream = await open(owner);
    await server.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'dps-api-events' AND datname = current_database()`,
    );
    await stream.ended;
    await postJob(owner);
    const resumed = await resume(stream);
    expect(kindsOf(await eventsUntilNow(resumed, owner.user.id))).toContain('posted');
  });
});

/** Opens a stream as a browser does: again until the server accepts it. */
async function resume({ resumesAt }: EventClient): Promise<EventClient> {
  for (;;) {
    const stream = await open(owner, resumesAt).catch(() => null);
    if (stream) return stream;
  }
}

describe('the limit of streams', () => {
  it('[EVENT-7] is 10 for an account, and a closed stream frees its place', async () => {
    const streams = await Promise.all(Array.from({ length: MOST_STREAMS }, () => open(owner)));
    await expect(open(owner)).rejects.toThrow('The stream is 429');
    await open(pilot);
    streams[0]?.close();
    expect((await resume(streams[0] ?? (await open(owner)))).resumesAt).not.toBe('');
  });
});
