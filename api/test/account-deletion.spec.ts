import {
  deletionView,
  jobView,
  paths,
  pilotView,
  questionListView,
  userView,
  type DeletionView,
} from '@dps/contract';
import { expectError, expectSince, expectView, TestClient, type ApiResponse } from './support/client.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';
import { deliver } from './support/deliverables.ts';
import { addFlight, addLoggedFlight } from './support/flight-logs.ts';
import { PDF, png, upload } from './support/files.ts';
import { acceptJob, jobBody, jobIn, postJob } from './support/jobs.ts';
import { addPasskey, challengeOf } from './support/passkey.ts';
import { startPersonalDataServer, storeExport, type PersonalDataServer } from './support/personal-data.ts';
import { setUpSecondFactor } from './support/second-factor.ts';
import {
  createFeed,
  createResetToken,
  createUnsubscribeToken,
  createUser,
  PASSWORD,
  shareReport,
  signIn,
  signupOf,
  type TestUser,
} from './support/users.ts';

let server: PersonalDataServer;
beforeAll(async () => {
  server = await startPersonalDataServer();
});
afterAll(() => server.close());

const read = async ({ client }: TestUser): Promise<DeletionView> =>
  expectView(await client.get(paths.deletion()), 200, deletionView);
const ask = ({ client, user }: TestUser, username = user.username) =>
  client.proved.post(paths.deletion(), { username });
const request = async (user: TestUser): Promise<DeletionView> =>
  expectView(await ask(user), 202, deletionView);
const logIn = (username: unknown, more: object = {}) =>
  new TestClient(server).post(paths.login(), { username, password: PASSWORD, ...more });
const auditOf = async ({ user }: TestUser): Promise<string[]> => {
  const rows = await server.dataSource.query<{ action: string }[]>(
    `SELECT action FROM audit_events WHERE subject = $1 AND action <> 'account.created' ORDER BY id`,
    [`user:${user.id}`],
  );
  return rows.map(({ action }) => action);
};

/** Ends the time of grace of a user, and deletes what is due. */
async function deleteNow({ user }: TestUser): Promise<void> {
  await server.dataSource.query('UPDATE users SET deletes_at = now() WHERE id = $1', [user.id]);
  await server.deleteAccounts();
}

const rowOf = async ({ user }: TestUser): Promise<Record<string, unknown> | undefined> => {
  const rows = await server.dataSource.query<Record<string, unknown>[]>('SELECT * FROM users WHERE id = $1', [
    user.id,
  ]);
  return rows[0];
};

/** The tables with a text in any column of any row, except those with a known reason. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await server.dataSource.query<{ name: string }[]>(
    `SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await server.dataSource.query<object[]>(
      `SELECT FROM "${name}" AS row WHERE position($1 IN row::text) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a request to delete the own account', () => {
  it('[DATA-6, DATA-15, DATA-16, DATA-27] names the day, ends other sessions, is mailed and audited, and can be canceled until the day', async () => {
    const user = await createUser(server, 'client');
    const other = await signIn(server, user.user.username);
    const began = Date.now();
    const { deletesAt } = await request(user);
    expectSince(began, new Date(Date.parse(deletesAt ?? '') - 14 * 86_400_000).toISOString());
    expect((await request(user)).deletesAt).toBe(deletesAt);
    expectError(await other.get(paths.currentUser()), 401, 'unauthenticated');
    expect(expectView(await user.client.get(paths.currentUser()), 200, userView).deletesAt).toBe(deletesAt);
    const [mail, ...earlier] = await server.mailsTo(user.user.email);
    expect(mail?.subject).toBe('Your account will be deleted');
    expect(mail?.text).toContain('/your-data');
    expect(earlier.map(({ subject }) => subject)).toEqual(['A sign-in from a new device']);
    const client = await signIn(server, user.user.username);
    expect((await client.delete(paths.deletion())).status).toBe(204);
    expect(await read(user)).toEqual({ deletesAt: null, unfinished: [] });
    await server.deleteAccounts();
    expect(expectView(await client.get(paths.currentUser()), 200, userView)).not.toHaveProperty('deletesAt');
    expect(await auditOf(user)).toEqual(['account.deletion-requested', 'account.kept']);
  });

  it('[DATA-4] requires the own username', async () => {
    const user = await createUser(server, 'client');
    const { errors } = expectError(await ask(user, 'another'), 400, 'validation_failed');
    expect(errors).toEqual([{ path: 'username', message: 'This is not your username.' }]);
    expect((await read(user)).deletesAt).toBeNull();
    expectView(await ask(user, ` ${user.user.username.toUpperCase()} `), 202, deletionView);
  });

  it('[DATA-17] is refused with the names of unfinished jobs and payments', async () => {
    const parties = { owner: await createUser(server, 'client'), pilot: await createUser(server, 'pilot') };
    const work = await jobIn(server, 'in-progress', parties, { title: 'Mill roof' });
    const due = await jobIn(server, 'completed', parties, { title: 'Harbor map' });
    const disputed = await jobIn(server, 'paid', parties, { title: 'Old bridge' });
    await server.dataSource.query(
      `INSERT INTO payments (job_id, provider, amount, status, disputed_amount)
       VALUES ($1, 'stripe', 100, 'completed', 0), ($2, 'stripe', 100, 'disputed', 1)`,
      [(await jobIn(server, 'paid', parties)).id, disputed.id],
    );
    for (const user of [parties.owner, parties.pilot]) {
      const { message } = expectError(await ask(user), 409, 'unfinished_business');
      expect(message).toBe(
        'Please finish these first: the job "Mill roof", the payment of "Harbor map", the payment of "Old bridge".',
      );
      expect((await read(user)).unfinished).toEqual([
        { jobId: work.id, title: 'Mill roof', reason: 'work' },
        { jobId: due.id, title: 'Harbor map', reason: 'payment' },
        { jobId: disputed.id, title: 'Old bridge', reason: 'payment' },
      ]);
    }
  });

  it('[DATA-17] is refused to the client of an accepted job, and not to its pilot', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    await acceptJob(pilot, (await postJob(owner)).id);
    expectError(await ask(owner), 409, 'unfinished_business');
    await request(pilot);
  });
});

describe('a deletion under attack', () => {
  it('[SECURE-105] is requested and canceled by the own sessions only', async () => {
    const [user, other] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const ended = await signIn(server, user.user.username);
    expectError(await ask({ ...other, user: user.user }), 400, 'validation_failed');
    expectError(await ask({ ...user, client: new TestClient(server) }), 401, 'unauthenticated');
    expect((await read(user)).deletesAt).toBeNull();
    const { deletesAt } = await request(user);
    expect((await other.client.delete(paths.deletion())).status).toBe(204);
    for (const client of [ended, new TestClient(server)])
      expectError(await client.delete(paths.deletion()), 401, 'unauthenticated');
    expect((await read(user)).deletesAt).toBe(deletesAt);
    expect((await read(other)).deletesAt).toBeNull();
  });

  it('ends in the state of the last audit event when requests and cancellations arrive at once', async () => {
    const user = await createUser(server, 'client');
    const calls = Array.from({ length: 6 }, () => [ask(user), user.client.delete(paths.deletion())]);
    const statuses = new Set((await Promise.all(calls.flat())).map(({ status }) => status));
    expect(statuses).toContain(202);
    // Without a proof: the session has one at a time, and one of the calls uses it up.
    expect([202, 204, 403]).toEqual(expect.arrayContaining([...statuses]));
    const last = (await auditOf(user)).at(-1);
    const isKept = (await read(user)).deletesAt === null;
    expect(last).toBe(isKept ? 'account.kept' : 'account.deletion-requested');
  });

  it('[SECURE-105] leaves no session, factor, link or address that still works', async () => {
    const [user, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await jobIn(server, 'paid', { owner: user, pilot });
    const { recoveryCodes } = await setUpSecondFactor(user);
    const { software } = await addPasskey(user);
    const reset = await createResetToken(server, user.user.id);
    const feed = await createFeed(user);
    const report = await shareReport(user, id);
    const signed = await challengeOf(server);
    await request(user);
    await deleteNow(user);
    const anonymous = new TestClient(server);
    const { username } = user.user;
    const passkey = software.sign(signed.challenge);
    const code = recoveryCodes[0] ?? '';
    const newPassword = 'battery staple';
    for (const [response, status, error] of [
      [await user.client.get(paths.currentUser()), 401, 'unauthenticated'],
      [await user.client.delete(paths.deletion()), 401, 'unauthenticated'],
      [await signed.browser.post(paths.passkeyLogin(), { passkey }), 401, 'unknown_passkey'],
      [await logIn(username, { code }), 401, 'invalid_credentials'],
      [await anonymous.put(paths.passwordReset(), { token: reset, newPassword }), 404, 'not_found'],
      [await anonymous.get(paths.calendarFeed(feed)), 404, 'not_found'],
      [await anonymous.get(paths.sharedReport(report)), 404, 'not_found'],
    ] as const)
      expectError(response, status, error);
  });
});

describe('the deletion of an account', () => {
  it('[DATA-18] waits for work that has begun since the request', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    await request(owner);
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    await deleteNow(owner);
    expect(await rowOf(owner)).toMatchObject({ deleted_at: null });
    await server.dataSource.query(`UPDATE jobs SET status = 'paid' WHERE id = $1`, [id]);
    await server.deleteAccounts();
    expect(await rowOf(owner)).toMatchObject({ name: 'Deleted user' });
  });

  it('[DATA-19, DATA-20, DATA-21, DATA-22] leaves no name, address or secret of a client, and the jobs of others readable', async () => {
    const pilot = await createUser(server, 'pilot');
    const client = await createUser(server, 'client', { name: 'Clementine Vanishing' });
    const { id } = await jobIn(server, 'paid', { owner: client, pilot }, { title: 'Shared job' });
    await client.client.post(paths.attachments(id), upload());
    await deliver(pilot, (await jobIn(server, 'review', { owner: client, pilot })).id);
    await server.dataSource.query(`UPDATE jobs SET status = 'paid' WHERE client_id = $1`, [client.user.id]);
    await server.dataSource.query(
      `INSERT INTO payments (job_id, provider, amount, status) VALUES ($1, 'manual', 100, 'completed')`,
      [id],
    );
    const open = await postJob(client, { title: 'Never accepted' });
    await client.client.post(paths.attachments(open.id), upload());
    const image = `data:image/png;base64,${(await png(8, 8)).toString('base64')}`;
    await client.client.post(paths.profileImage(), { imageData: image });
    const secrets = [await createFeed(client), await createUnsubscribeToken(server, client.user.id)];
    await createResetToken(server, client.user.id);
    await shareReport(client, id);
    await setUpSecondFactor(client);
    const { passkey } = await addPasskey(client);
    await client.client.proved.put(paths.passkey(passkey.id), { name: 'Phone of Clementine' });
    await storeExport(server, client.user.id);
    await request(client);
    await server.mailsTo(client.user.email);
    await deleteNow(client);

    const { email, username } = client.user;
    const [last] = await server.mailsTo(email);
    expect(last?.subject).toBe('Your account is deleted');
    expect(last?.text).toContain('Clementine Vanishing');
    for (const text of [email, username, 'Clementine', ...secrets])
      expect({ text, tables: await tablesWith(text) }).toEqual({ text, tables: [] });
    expect(await rowOf(client)).toMatchObject({
      name: 'Deleted user',
      password_hash: '',
      profile_image: null,
      deletes_at: null,
      deleted_at: expect.any(Date),
    });
    const own =
      'sessions known_devices authenticators recovery_codes password_resets mail_settings outgoing_mails calendar_feeds data_exports job_requests';
    for (const table of own.split(' ')) {
      const statement = `SELECT FROM ${table} WHERE user_id = $1`;
      const rows = await server.dataSource.query<object[]>(statement, [client.user.id]);
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
    }
    expectError(await client.client.get(paths.currentUser()), 401, 'unauthenticated');
    expect(expectView(await pilot.client.get(paths.job(id)), 200, jobView.noUnknown(false)).client).toEqual({
      name: 'Deleted user',
    });
    expect((await pilot.client.get(paths.jobEvents(id))).status).toBe(200);
    expect((await pilot.client.get(paths.jobReport(id))).status).toBe(200);
    expect((await pilot.client.get(paths.payments())).body).toHaveLength(1);
    expectError(await pilot.client.get(paths.job(open.id)), 404, 'not_found');
    expect((await auditOf(client)).at(-1)).toBe('account.deleted');
  });

  it('[DATA-19, DATA-20, DATA-21, QUESTION-11] forgets the base and releases the pending jobs of a pilot, and keeps the flights, files and questions', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    await pilot.client.put(paths.profile(), {
      name: pilot.user.name,
      email: pilot.user.email,
      base: { latitude: 30.2672, longitude: -97.7431 },
    });
    const paid = await jobIn(server, 'review', { owner, pilot });
    await addLoggedFlight(server, pilot, paid.id);
    await deliver(pilot, paid.id, PDF);
    await server.dataSource.query(`UPDATE jobs SET status = 'paid' WHERE id = $1`, [paid.id]);
    const pending = await postJob(owner);
    await acceptJob(pilot, pending.id);
    const asked = await postJob(owner);
    await pilot.client.post(paths.questions(asked.id), { text: 'Where is the gate?' });
    await request(pilot);
    await deleteNow(pilot);
    expect(await rowOf(pilot)).toMatchObject({ base_latitude: null, base_longitude: null, base_place: null });
    const detail = await owner.client.get(paths.job(paid.id));
    expect(detail.body).toMatchObject({ pilot: { name: 'Deleted user' }, flightDataCount: 1 });
    const profile = expectView(await owner.client.get(paths.pilot(pilot.user.id)), 200, pilotView);
    expect(profile.name).toBe('Deleted user');
    expect((await owner.client.get(paths.deliverables(paid.id))).body).toHaveLength(1);
    expect((await owner.client.get(paths.job(pending.id))).body).toMatchObject({
      pilotId: null,
      status: 'pending',
    });
    const questions = expectView(await owner.client.get(paths.questions(asked.id)), 200, questionListView);
    expect(questions).toMatchObject([{ text: 'Where is the gate?', isOwn: false }]);
    const events = await owner.client.get(paths.jobEvents(pending.id));
    expect(events.body).toMatchObject([{ kind: 'released', actor: { name: 'Deleted user' } }, {}, {}]);
  });

  it('[DATA-21] takes an open job with flights off the market, and leaves the flights to their pilot', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await postJob(owner, { title: 'Flown and released' });
    await acceptJob(pilot, id);
    await addFlight(pilot, id);
    await pilot.client.post(paths.releaseJob(id));
    await request(owner);
    await deleteNow(owner);
    expect(await rowOf(owner)).toMatchObject({ name: 'Deleted user' });
    expectError(
      await pilot.client.post(paths.assignJob(id), { pilotId: pilot.user.id }),
      409,
      'job_not_available',
    );
    const flights = await pilot.client.get(paths.pilotFlightRecords(pilot.user.id));
    expect(flights.body).toHaveLength(1);
  });

  it('[SECURE-90, SECURE-91] never assigns the username again, and responds as for one in use', async () => {
    const user = await createUser(server, 'client');
    await request(user);
    await deleteNow(user);
    const { username } = user.user;
    const renamed = await createUser(server, 'pilot');
    await server.dataSource.query('UPDATE users SET username = $2 WHERE id = $1', [
      renamed.user.id,
      `${renamed.user.username}-b`,
    ]);
    const inUse = await createUser(server, 'pilot');
    const responses = [];
    for (const name of [inUse.user.username, username, username.toUpperCase(), renamed.user.username])
      responses.push(
        await new TestClient(server).post(paths.signup(), signupOf('pilot', { username: name })),
      );
    const messages = responses.map((response) => expectError(response, 409, 'username_taken').message);
    expect(new Set(messages).size).toBe(1);
    const rows = await server.dataSource.query<unknown[]>(
      'SELECT former_usernames::text FROM former_usernames',
    );
    expect(JSON.stringify(rows)).not.toContain(username);
  });

  it('[SECURE-90] does not give the username out to a sign-up at the moment of the deletion', async () => {
    const { user } = await createUser(server, 'client');
    const response = await commitDuringRequest(
      server.dataSource,
      `UPDATE users SET username = 'deleted-' || id WHERE id = $1`,
      user.id,
      () => new TestClient(server).post(paths.signup(), signupOf('pilot', { username: user.username })),
    );
    expectError(response, 409, 'username_taken');
  });

  it('[DATA-22, DATA-23] is not repeated, leaves no password, and frees the email, to which no mail of the user goes', async () => {
    const user = await createUser(server, 'client');
    await request(user);
    await deleteNow(user);
    const { email } = user.user;
    const row = await rowOf(user);
    await server.deleteAccounts();
    expect(await rowOf(user)).toEqual(row);
    for (const more of [{}, { password: 'x' }])
      expectError(await logIn(row?.['username'], more), 401, 'invalid_credentials');
    await server.mailsTo(email);
    await createUser(server, 'pilot', { email });
    await server.dataSource.query(
      `INSERT INTO outgoing_mails (kind, user_id) VALUES ('password-changed', $1)`,
      [user.user.id],
    );
    const subjects = (await server.mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Your password was changed');
    expect(await auditOf(user)).not.toContain('account.password-changed');
  });

  it('[DATA-28] is delayed by a pilot who accepts an open job at the same moment', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await postJob(owner);
    await request(owner);
    await server.dataSource.query('UPDATE users SET deletes_at = now() WHERE id = $1', [owner.user.id]);
    const accept = `UPDATE jobs SET pilot_id = ${pilot.user.id} WHERE id = $1`;
    await commitDuringRequest(server.dataSource, accept, id, () => server.deleteAccounts());
    expect(await rowOf(owner)).toMatchObject({ deleted_at: null, name: owner.user.name });
    expect((await pilot.client.get(paths.job(id))).body).toMatchObject({ pilotId: pilot.user.id });
    expect((await read(owner)).unfinished).toMatchObject([{ jobId: id, reason: 'work' }]);
  });

  it.each<[string, 'client' | 'pilot', (user: TestUser, openJob: number) => Promise<ApiResponse>]>([
    ['posts a job', 'client', ({ client }) => client.post(paths.jobs(), jobBody())],
    [
      'accepts a job',
      'pilot',
      ({ client, user }, id) => client.post(paths.assignJob(id), { pilotId: user.id }),
    ],
    [
      'changes the profile',
      'client',
      ({ client, user: { email } }) => client.put(paths.profile(), { name: 'Back', email }),
    ],
    ['[SECURE-106] keeps the account', 'client', ({ client }) => client.delete(paths.deletion())],
    ['signs in', 'pilot', ({ user: { username } }) => logIn(username)],
  ])('[DATA-28] wins against a request of its user that %s at the same moment', async (what, role, send) => {
    const user = await createUser(server, role);
    const { id } = await postJob(await createUser(server, 'client'));
    const deletion = `WITH due AS (SELECT id FROM users WHERE id = $1 FOR UPDATE)
      UPDATE users SET name = 'Deleted user', deleted_at = now() FROM due WHERE users.id = due.id`;
    const response = await commitDuringRequest(server.dataSource, deletion, user.user.id, () =>
      send(user, id),
    );
    expectError(response, 401, what === 'signs in' ? 'invalid_credentials' : 'unauthenticated');
    expect(await rowOf(user)).toMatchObject({ name: 'Deleted user' });
    const jobs = await server.dataSource.query<object[]>(
      'SELECT FROM jobs WHERE $1 IN (client_id, pilot_id)',
      [user.user.id],
    );
    expect(jobs).toEqual([]);
  });
});
