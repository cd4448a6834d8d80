import { mailSettingsView, paths, type MailTopic } from '@dps/contract';
import { In } from 'typeorm';
import { recordJobEvent } from '../src/modules/job-events/record-job-event.ts';
import { Job } from '../src/modules/jobs/job.entity.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { payOnline, refund, startWithProvider, type PayingServer } from './support/payments.ts';
import { cookieOf, createUser, PASSWORD, type TestUser } from './support/users.ts';

let server: MailingServer & PayingServer;
let client: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startWithProvider(startMailingServer);
  client = await createUser(server, 'client', { name: 'Cleo Client' });
  pilot = await createUser(server, 'pilot', { name: 'Wings <Inc>' });
});
afterAll(() => server.close());

// The mails of one moment arrive in any order.
const subjectsTo = async ({ user }: TestUser): Promise<string[]> =>
  (await server.mailsTo(user.email)).map(({ subject }) => subject).toSorted();
const switchOff = async ({ client: own }: TestUser, ...off: MailTopic[]) =>
  expectView(await own.put(paths.mailSettings(), { off }), 200, mailSettingsView);

/** Posts a job with a title of its own. */
async function accepted(title: string, overrides: object = {}): Promise<number> {
  const { id } = await postJob(client, { title, ...overrides });
  await acceptJob(pilot, id);
  return id;
}

/** Records that jobs were submitted for review. */
async function recordReview(ids: readonly number[], at?: Date): Promise<void> {
  await server.dataSource.transaction(async (manager) => {
    const change = { before: { status: 'in-progress' }, after: { status: 'review' } } as const;
    for (const job of await manager.findBy(Job, { id: In(ids) }))
      await recordJobEvent(manager, { kind: 'status', job, actorId: pilot.user.id, at, ...change });
  });
}

describe('the parties of a job', () => {
  it('[MAIL-14, MAIL-15] get mail about its steps, by role', async () => {
    const id = await accepted('Roof');
    await client.client.put(paths.job(id), jobBody({ title: 'Roof', budget: 2000.5 }));
    for (const status of ['in-progress', 'review', 'completed'])
      expect((await pilot.client.patch(paths.job(id), { status })).status).toBe(200);
    await refund(server, await payOnline(server, client, id));
    expect(await subjectsTo(client)).toEqual([
      'Accepted: Roof',
      'Completed: Roof',
      'Paid: Roof',
      'Ready for review: Roof',
      'Refunded: Roof',
    ]);
    expect(await subjectsTo(pilot)).toEqual(['New budget: Roof', 'Paid: Roof', 'Refunded: Roof']);
    const mails = await server.mailsTo(client.user.email);
    const find = (start: string) => mails.find(({ subject }) => subject.startsWith(start));
    const paid = (await server.mailsTo(pilot.user.email)).find(({ subject }) => subject === 'Paid: Roof');
    expect(paid?.text).toContain('The amount is $2,000.50.');
    expect(paid?.text).toContain('Your share is 70% of this budget: $1,400.35.');
    expect(find('Paid')?.text).not.toContain('Your share');
    const [first, completed, refunded] = ['Accepted', 'Completed', 'Refunded'].map(find);
    expect(first?.text).toContain('Wings <Inc> has accepted your job "Roof".');
    expect(first?.html).toContain('Wings &lt;Inc&gt; has accepted');
    expect(first?.text).toContain(`http://localhost:4200/jobs?job=${id}`);
    expect(first?.text).toMatch(/Job: #DPS-2024-\d+\nDeadline: .+, 20\d\d\nBudget: \$/);
    expect(first?.html).toContain('>Deadline</th>');
    expect(first?.text).toContain('Choose your mail: http://localhost:4200/mail');
    expect(completed?.text).toContain('The payment of $2,000.50 is due.');
    expect(refunded?.text).toContain('$2,000.50 of the payment');
  });

  it('[MAIL-17] get no mail for a change that fails, and for events of the past', async () => {
    const { id } = await postJob(client, { title: 'Quiet' });
    await acceptJob(pilot, id);
    const before = await subjectsTo(client);
    expect((await pilot.client.patch(paths.job(id), { status: 'completed' })).status).toBe(409);
    await recordReview([id], new Date(Date.now() - 61 * 60 * 1000));
    expect(await subjectsTo(client)).toEqual(before);
  });

  it('[MAIL-16] get one mail the day before the deadline of an accepted job', async () => {
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await accepted('Bridge', { deadline: tomorrow });
    await postJob(client, { title: 'Open', deadline: tomorrow });
    await accepted('Later', { deadline: '2090-01-01' });
    await server.runNow('deadline-reminders');
    await server.runNow('deadline-reminders');
    for (const user of [client, pilot])
      expect((await subjectsTo(user)).filter((subject) => subject.startsWith('Due'))).toEqual([
        'Due tomorrow: Bridge',
      ]);
  });
});

/** Makes the jobs of the waiting mails due. */
const makeDue = () =>
  server.dataSource.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state = 'created'`,
  );

/** Ages the mails of the outbox by ten minutes, as time does. */
const waitTenMinutes = async () => {
  await server.dataSource.query(`UPDATE outgoing_mails SET sent_at = sent_at - interval '10 minutes'`);
  await makeDue();
};
const release = (id: number) => pilot.client.post(paths.releaseJob(id));
const setBudget = async (id: number, title: string, budget: number) =>
  expect((await client.client.put(paths.job(id), jobBody({ title, budget }))).status).toBe(200);

describe('many changes of one job', () => {
  it('[MAIL-23, MAIL-24] are mailed at once and then in one mail each ten minutes, with the current state', async () => {
    const id = await accepted('Loop');
    const loops = async (last: () => unknown) => {
      for (let round = 0; round < 3; round += 1) {
        await release(id);
        await acceptJob(pilot, id);
      }
      await last();
    };
    const subjects = async () => (await subjectsTo(client)).filter((subject) => subject.endsWith(': Loop'));
    expect(await subjects()).toEqual(['Accepted: Loop']);
    await loops(() => release(id));
    expect(await subjects()).toEqual(['Accepted: Loop']);
    await waitTenMinutes();
    expect(await subjects()).toEqual(['Accepted: Loop', 'Open again: Loop']);
    await acceptJob(pilot, id);
    await loops(() => undefined);
    expect(await subjects()).toHaveLength(2);
    // A pilot who releases the job does not get mail about it.
    await setBudget(id, 'Loop', 2000);
    await release(id);
    expect(await subjectsTo(pilot)).not.toContain('New budget: Loop');
    await acceptJob(pilot, id);
    await waitTenMinutes();
    expect(await subjects()).toEqual(['Accepted: Loop', 'Accepted: Loop', 'Open again: Loop']);
  });

  it('[MAIL-24] are added up to one change of the budget and one refund', async () => {
    const id = await accepted('Cents', { budget: 100 });
    const mailOf = async (start: string) =>
      (await server.mailsTo(pilot.user.email)).filter(({ subject }) => subject === `${start}: Cents`);
    await setBudget(id, 'Cents', 100.01);
    expect(await mailOf('New budget')).toHaveLength(1);
    for (let cents = 2; cents <= 4; cents += 1) await setBudget(id, 'Cents', (10_000 + cents) / 100);
    expect(await mailOf('New budget')).toHaveLength(1);
    await waitTenMinutes();
    const [last, first, ...more] = await mailOf('New budget');
    expect(first?.text).toContain('from $100.00 to $100.01.');
    expect(last?.text).toContain('from $100.01 to $100.04.');
    expect(more).toEqual([]);
    for (const status of ['in-progress', 'review', 'completed'])
      await pilot.client.patch(paths.job(id), { status });
    const intent = await payOnline(server, client, id);
    await server.mailsTo(pilot.user.email);
    for (const amount of [100, 200, 400]) {
      await refund(server, intent, amount);
      await server.mailsTo(pilot.user.email);
    }
    await waitTenMinutes();
    expect((await mailOf('Refunded')).map(({ text }) => /\$[\d.]+/.exec(text)?.[0])).toEqual([
      '$6.00',
      '$1.00',
    ]);
  });

  it('[MAIL-25] of many jobs are at most 20 mails an hour to one mailbox, and the others follow', async () => {
    const owner = await createUser(server, 'client');
    const jobs = await server.dataSource.query<{ id: number }[]>(
      `INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
        SELECT 'Many ' || n, 'Text', 'Mapping', 'Here', 100, $1, now(), true FROM generate_series(1, 25) AS n RETURNING id`,
      [owner.user.id],
    );
    await recordReview(jobs.map(({ id }) => id));
    expect(await subjectsTo(owner)).toHaveLength(20);
    expect(await server.metric('dps_mails_total')).toMatchObject({ limited: 5 });
    await server.dataSource.query(`UPDATE rate_limits SET resets_at = now() WHERE key LIKE 'mail:%'`);
    await makeDue();
    expect(await subjectsTo(owner)).toHaveLength(25);
  });
});

describe('a topic of mail', () => {
  it('[MAIL-19, MAIL-21] is on at first, and is switched off and on', async () => {
    const user = await createUser(server, 'pilot');
    const read = async () => expectView(await user.client.get(paths.mailSettings()), 200, mailSettingsView);
    expect(await read()).toEqual({ off: [] });
    expect(await switchOff(user, 'job-paid', 'budget-changed')).toEqual({
      off: ['job-paid', 'budget-changed'],
    });
    expect(await switchOff(user, 'job-paid')).toEqual({ off: ['job-paid'] });
    expect(await read()).toEqual({ off: ['job-paid'] });
    for (const off of [['password-changed'], 'job-paid', null])
      expectError(await user.client.put(paths.mailSettings(), { off }), 400, 'validation_failed');
  });

  it('causes no mail while it is off', async () => {
    await switchOff(client, 'job-accepted', 'deadline-tomorrow');
    const before = await subjectsTo(client);
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await accepted('Silent', { deadline: tomorrow });
    await server.runNow('deadline-reminders');
    expect(await subjectsTo(client)).toEqual(before);
    expect(await subjectsTo(pilot)).toContain('Due tomorrow: Silent');
    await switchOff(client);
  });

  it('[MAIL-20] is switched off by the address in the header of its mail, without a session', async () => {
    await accepted('One click');
    const [mail] = await server.mailsTo(client.user.email);
    expect(mail?.subject).toBe('Accepted: One click');
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] =
      /^<http:\/\/localhost:4200(\S+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? [];
    expect(address).toMatch(/^\/api\/mail\/unsubscribe\/[\w-]{43}\?topic=job-accepted$/);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (const form of [body, new FormData()]) {
      const response = await fetch(server.url + address, { method: 'POST', body: form });
      expect(response.status).toBe(204);
    }
    const view = expectView(await client.client.get(paths.mailSettings()), 200, mailSettingsView);
    expect(view).toEqual({ off: ['job-accepted'] });
    await switchOff(client);
    const anonymous = new TestClient(server);
    expectError(await anonymous.post(`${paths.unsubscribe('x')}?topic=job-paid`), 404, 'not_found');
    for (const query of ['?topic=all', ''])
      expectError(await anonymous.post(paths.unsubscribe('x') + query), 400, 'validation_failed');
  });
});

describe('a sign-in', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0';
  const signIn = async ({ user }: TestUser, cookie?: string) =>
    new TestClient(server).send(
      'POST',
      paths.login(),
      { username: user.username, password: PASSWORD },
      { 'user-agent': FIREFOX, ...(cookie && { cookie }) },
    );

  it('[MAIL-12, MAIL-13, MAIL-19] from a new device is reported, also of another user, and from a known one and the first one is not', async () => {
    const user = await createUser(server, 'client');
    expect(await subjectsTo(user)).toEqual([]);
    const response = await signIn(user);
    expect(await subjectsTo(user)).toEqual(['A sign-in from a new device']);
    const [mail] = await server.mailsTo(user.user.email);
    expect(mail?.text).toContain('Device: Firefox on Windows. Network: 127.0.0.1.');
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();
    const [session, device = ''] = response.headers.getSetCookie();
    expect(session).toContain(cookieOf(response));
    expect(device).toMatch(/^dps_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    await signIn(user, device.split(';')[0]);
    expect(await subjectsTo(user)).toHaveLength(1);
    const second = await createUser(server, 'client');
    await signIn(second, device.split(';')[0]);
    expect(await subjectsTo(second)).toEqual(['A sign-in from a new device']);
  });

  it('[MAIL-12, MAIL-13, MAIL-26] from a new device is reported five times an hour, and the last 100 devices are known', async () => {
    const user = await createUser(server, 'pilot');
    for (let device = 0; device < 7; device += 1) await signIn(user);
    expect(await subjectsTo(user)).toHaveLength(5);
    await server.dataSource.query(
      `INSERT INTO known_devices (hash, user_id, used_at)
        SELECT convert_to($1::integer || '-' || n, 'UTF8'), $1::integer, now() - n * interval '1 minute' FROM generate_series(1, 110) AS n`,
      [user.user.id],
    );
    await signIn(user);
    const devices = await server.dataSource.query<object[]>('SELECT FROM known_devices WHERE user_id = $1', [
      user.user.id,
    ]);
    expect(devices).toHaveLength(100);
  });
});
