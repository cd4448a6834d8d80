import type { DataSource } from 'typeorm';
import { jobEventListView, paths, type JobEventView } from '@dps/contract';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { seedDemoData } from '../src/database/seeds/seed.ts';
import { changeJobs } from '../src/modules/jobs/job.changes.ts';
import { expectError, expectView } from './support/client.ts';
import { upload } from './support/files.ts';
import { acceptJob, jobBody, jobIn, postJob, startAcceptedJobs } from './support/jobs.ts';
import {
  deliverLast,
  dispute,
  payOnline,
  refund,
  startPayingServer,
  type PayingServer,
} from './support/payments.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: PayingServer;
let commands: DataSource;
let owner: TestUser;
let pilot: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startPayingServer();
  commands = await commandDataSource(server.adminUrl).initialize();
  owner = await createUser(server, 'client', { name: 'Olga Owner' });
  pilot = await createUser(server, 'pilot', { name: 'Pia Pilot' });
  other = await createUser(server, 'pilot', { name: 'Otto Other' });
});
beforeEach(() => startAcceptedJobs(server));
afterAll(async () => {
  await commands.destroy();
  await server.close();
});

async function historyOf(reader: TestUser, id: number, query = ''): Promise<JobEventView[]> {
  return expectView(await reader.client.get(`${paths.jobEvents(id)}${query}`), 200, jobEventListView);
}

/** The events oldest first, as `kind by actor`. */
async function linesOf(reader: TestUser, id: number): Promise<string[]> {
  const events = await historyOf(reader, id);
  return events.toReversed().map(({ kind, actor }) => `${kind} by ${actor?.name ?? 'no user'}`);
}

const setProgress = (id: number, progress: number) => pilot.client.put(paths.job(id), { progress });

/** Makes all events of a job older, which no client of the database may do with triggers. */
async function makeOlder(id: number, interval: string): Promise<void> {
  await commands.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query('UPDATE job_events SET at = at - $2::interval WHERE job_id = $1', [id, interval]);
  });
}

describe('the history of a job', () => {
  it('[HIST-2] has every change with its user, oldest to newest, until the payment by card', async () => {
    const { id } = await postJob(owner, { budget: 1200 });
    await owner.client.post(paths.attachments(id), upload());
    await acceptJob(pilot, id);
    await owner.client.put(paths.job(id), jobBody({ budget: 1450.5 }));
    await pilot.client.patch(paths.job(id), { status: 'in-progress' });
    await pilot.client.post(paths.flightRecords(), { jobId: id, flightNumber: 'FL-7', duration: 42 });
    await setProgress(id, 60);
    await pilot.client.patch(paths.job(id), { status: 'review' });
    await pilot.client.patch(paths.job(id), { status: 'completed', progress: 100 });
    await payOnline(server, owner, id);
    expect(await linesOf(owner, id)).toEqual([
      'posted by Olga Owner',
      'file-added by Olga Owner',
      'accepted by Pia Pilot',
      'edited by Olga Owner',
      'status by Pia Pilot',
      'flight-added by Pia Pilot',
      'progress by Pia Pilot',
      'status by Pia Pilot',
      'progress by Pia Pilot',
      'status by Pia Pilot',
      'status by Olga Owner',
      'payment by Olga Owner',
    ]);
    const events = await historyOf(owner, id);
    expect(events.find(({ kind }) => kind === 'edited')).toMatchObject({
      before: { budget: 1200 },
      after: { budget: 1450.5 },
    });
    expect(events.find(({ kind }) => kind === 'accepted')).toMatchObject({
      pilot: { name: 'Pia Pilot' },
      before: null,
      after: null,
    });
    expect(events[0]).toMatchObject({
      before: { paymentStatus: 'pending', refundedAmount: 0 },
      after: { paymentStatus: 'completed', provider: 'stripe', amount: 1450.5 },
    });
  });

  it('[HIST-3] has money that the pilot received elsewhere', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    await pilot.client.patch(paths.job(id), { status: 'paid' });
    expect((await linesOf(owner, id)).slice(-2)).toEqual(['payment by Pia Pilot', 'status by Pia Pilot']);
    expect((await historyOf(owner, id))[1]).toMatchObject({
      before: null,
      after: { paymentStatus: 'completed', provider: 'manual', amount: 1450.5, refundedAmount: 0 },
    });
  });

  it('[HIST-3, HIST-6] has refunds and disputes, and their ends, without a user', async () => {
    const { id } = await jobIn(server, 'completed', { owner, pilot });
    const intent = await payOnline(server, owner, id);
    await refund(server, intent, 500);
    const disputeId = await dispute(server, intent);
    const evidence = { uncategorized_text: 'winning_evidence' };
    await server.merchant.disputes.update(disputeId, { evidence });
    for (let delivery = 0; delivery < 2; delivery += 1) await deliverLast(server, intent);
    expect((await linesOf(owner, id)).slice(-5)).toEqual([
      'status by Olga Owner',
      'payment by Olga Owner',
      'refund by no user',
      'dispute by no user',
      'dispute by no user',
    ]);
    expect((await historyOf(owner, id)).map(({ after }) => after).slice(0, 3)).toMatchObject([
      { paymentStatus: 'completed', refundedAmount: 5 },
      { paymentStatus: 'disputed', disputedAmount: 1445.5 },
      { paymentStatus: 'completed', refundedAmount: 5 },
    ]);
  });

  it('[HIST-2] says whether the pilot released the job or the client removed the pilot', async () => {
    const { id } = await postJob(owner);
    await acceptJob(pilot, id);
    await pilot.client.post(paths.releaseJob(id));
    await acceptJob(other, id);
    await owner.client.post(paths.releaseJob(id));
    expect(await linesOf(owner, id)).toEqual([
      'posted by Olga Owner',
      'accepted by Pia Pilot',
      'released by Pia Pilot',
      'accepted by Otto Other',
      'pilot-removed by Olga Owner',
    ]);
    expect((await historyOf(owner, id))[0]).toMatchObject({
      pilot: { name: 'Otto Other' },
      before: { progress: 0 },
    });
  });

  it('[ACCESS-19] begins for a pilot with the last acceptance, without earlier pilots', async () => {
    const { id } = await postJob(owner);
    await acceptJob(other, id);
    await other.client.post(paths.releaseJob(id));
    expectError(await pilot.client.get(paths.jobEvents(id)), 404, 'not_found');
    await acceptJob(pilot, id);
    await setProgress(id, 10);
    expect(await linesOf(pilot, id)).toEqual(['accepted by Pia Pilot', 'progress by Pia Pilot']);
    expectError(await other.client.get(paths.jobEvents(id)), 404, 'not_found');
  });

  it('[CALL-27] has pages without a gap or a repeat, of at most 50 events', async () => {
    const { id } = await postJob(owner);
    for (const title of ['A', 'B', 'C', 'D']) await owner.client.put(paths.job(id), jobBody({ title }));
    const all = await historyOf(owner, id);
    const first = await historyOf(owner, id, '?limit=2');
    const rest = await historyOf(owner, id, `?limit=50&after=${first.at(-1)?.id}`);
    expect([...first, ...rest]).toEqual(all);
    expect(all).toHaveLength(5);
    expectError(await owner.client.get(`${paths.jobEvents(id)}?limit=51`), 400, 'validation_failed');
  });

  it('[HIST-1, HIST-6] has no event for unchanged content and for a refused or failed write, and names no user for a change by an operator', async () => {
    const { id } = await postJob(owner);
    await owner.client.put(paths.job(id), jobBody());
    await other.client.put(paths.job(id), { progress: 5 });
    const failing = server.dataSource.transaction(async (manager) => {
      await changeJobs(manager, owner.user.id, { id }, { budget: 900 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await commands.transaction((manager) => changeJobs(manager, null, { id }, { location: 'Elsewhere' }));
    expect(await linesOf(owner, id)).toEqual(['posted by Olga Owner', 'edited by no user']);
  });

  it('[HIST-7] remains in the database after the job is deleted, without events of its parts', async () => {
    const { id } = await postJob(owner);
    await owner.client.post(paths.attachments(id), upload());
    await owner.client.delete(paths.job(id));
    const rows = await commands.query<object[]>(
      'SELECT kind, actor_id AS actor FROM job_events WHERE job_id = $1 ORDER BY id',
      [id],
    );
    const actor = owner.user.id;
    expect(rows).toEqual([
      { kind: 'posted', actor },
      { kind: 'file-added', actor },
      { kind: 'withdrawn', actor },
    ]);
    expectError(await owner.client.get(paths.jobEvents(id)), 404, 'not_found');
  });
});

describe('progress', () => {
  const progressOf = async (id: number) =>
    (await historyOf(owner, id))
      .filter(({ kind }) => kind === 'progress')
      .map(({ before, after }) => [before?.progress, after?.progress]);

  it('[HIST-4] has one event an hour', async () => {
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    for (const progress of [10, 30, 55]) await setProgress(id, progress);
    expect(await progressOf(id)).toEqual([[0, 55]]);
    await makeOlder(id, '61 minutes');
    await setProgress(id, 60);
    await setProgress(id, 70);
    expect(await progressOf(id)).toEqual([
      [55, 70],
      [0, 55],
    ]);
  });

  it('[HIST-4] has a new event after a step of the status, and for another pilot', async () => {
    const { id } = await postJob(owner);
    await acceptJob(pilot, id);
    await setProgress(id, 10);
    await pilot.client.post(paths.releaseJob(id));
    await acceptJob(pilot, id);
    await setProgress(id, 20);
    await pilot.client.patch(paths.job(id), { status: 'in-progress' });
    await setProgress(id, 30);
    expect(await progressOf(id)).toEqual([
      [20, 30],
      [0, 20],
      [0, 10],
    ]);
  });
});

describe('the events of jobs', () => {
  it('[HIST-5] cannot be changed, deleted or truncated, except for the last value of recent progress', async () => {
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const refuse = (statement: string) =>
      expect(commands.query(statement)).rejects.toThrow('job_events is append-only');
    await setProgress(id, 15);
    await refuse(`UPDATE job_events SET actor_id = NULL WHERE kind = 'posted'`);
    await refuse(`UPDATE job_events SET before = NULL WHERE kind = 'progress'`);
    await refuse('DELETE FROM job_events');
    await refuse('TRUNCATE job_events');
    await makeOlder(id, '61 minutes');
    await refuse(`UPDATE job_events SET after = '{}' WHERE kind = 'progress' AND job_id = ${id}`);
  });
});

it('the demo jobs have a history in the order of their dates, by their users and by the server, which reads the logs', async () => {
  await seedDemoData(commands);
  const rows = await commands.query<{ id: number; kinds: string[]; sorted: boolean; anonymous: number }[]>(
    `SELECT job_id AS id, array_agg(kind ORDER BY id) AS kinds, array_agg(at ORDER BY id) = array_agg(at ORDER BY at) AS sorted,
       count(*) FILTER (WHERE actor_id IS NULL AND kind <> 'question-asked'
         AND after ->> 'logState' IS DISTINCT FROM 'read')::integer AS anonymous
     FROM job_events WHERE job_id IN (SELECT jobs.id FROM jobs JOIN users ON users.id = client_id WHERE email LIKE '%.example')
     GROUP BY job_id`,
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ sorted, anonymous }) => !sorted || anonymous > 0)).toEqual([]);
  expect(rows.map(({ kinds }) => kinds[0]).every((kind) => kind === 'posted')).toBe(true);
  expect(new Set(rows.flatMap(({ kinds }) => kinds))).toEqual(
    new Set([
      'posted',
      'file-added',
      'accepted',
      'edited',
      'status',
      'flight-added',
      'flight-log',
      'progress',
      'changes-requested',
      'released',
      'payment',
      'question-asked',
      'question-answered',
    ]),
  );
});
