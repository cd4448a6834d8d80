import { randomUUID } from 'node:crypto';
import { EMAIL_MAX, jobListView, paths, userView, type UserView } from '@dps/contract';
import { OF_USER } from '../src/modules/personal-data/personal-table.ts';
import { PERSONAL } from '../src/modules/personal-data/personal-tables.ts';
import { attach } from './support/attachments.ts';
import { expectError, expectView, sortedStatuses, TestClient } from './support/client.ts';
import { acceptJob, postJob } from './support/jobs.ts';
import { mailedToken, startMailingServer, type MailingServer } from './support/mail.ts';
import { addPasskey } from './support/passkey.ts';
import { setUpSecondFactor } from './support/second-factor.ts';
import { startServer, type TestServer } from './support/server.ts';
import {
  createConfirmationToken,
  createFeed,
  createResetToken,
  createUnconfirmedUser,
  createUser,
  signIn,
  signupOf,
  type TestUser,
} from './support/users.ts';

let server: MailingServer;
beforeAll(async () => {
  server = await startMailingServer();
});
afterAll(() => server.close());

const confirm = ({ client }: Pick<TestUser, 'client'>, token: string) =>
  client.post(paths.emailConfirmation(), { token });
const send = ({ client }: TestUser) => client.post(paths.sendConfirmation());
const cancel = ({ client }: TestUser) => client.delete(paths.pendingEmail());
const changeEmail = ({ user, client }: TestUser, email: string) =>
  client.proved.put(paths.profile(), { name: user.name, email });
const current = async ({ client }: TestUser): Promise<UserView> =>
  expectView(await client.get(paths.currentUser()), 200, userView);
const accept = ({ user, client }: TestUser, jobId: number) =>
  client.post(paths.assignJob(jobId), { pilotId: user.id });

/** The tables of rules about a user alone, other than the mails. */
const OWN_TABLES = PERSONAL.flatMap(([name, { deleted }]) => (deleted === OF_USER ? [name] : []));

const subjectsTo = async (address: string) =>
  (await server.mailsTo(address)).map(({ subject }) => subject).toSorted();

const tokenTo = (address: string) => mailedToken(server, 'confirm-email', address);

const auditOf = async ({ user }: TestUser) => {
  const rows = await server.dataSource.query<{ action: string }[]>(
    `SELECT action, before, after FROM audit_events WHERE subject = $1 AND actor = $1 AND action LIKE 'account.email%' ORDER BY id`,
    [`user:${user.id}`],
  );
  return rows.map(({ action }) => action);
};

describe('the address of a new account', () => {
  it('[EMAIL-1, EMAIL-3, EMAIL-14, EMAIL-16, CALL-45] is confirmed by the link of a mail, once and within 24 hours, and the database has no token', async () => {
    const pilot = await createUnconfirmedUser(server, 'pilot');
    expect(pilot.user).toMatchObject({ mustConfirmEmail: true, pendingEmail: null });
    const token = await tokenTo(pilot.user.email);
    const [stored] = await server.dataSource.query<{ seconds: number; row: string }[]>(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds, email_confirmations::text AS row
        FROM email_confirmations WHERE user_id = $1`,
      [pilot.user.id],
    );
    expect(stored).toEqual({ seconds: 86_400, row: expect.not.stringContaining(token) });
    expect((await confirm(pilot, token)).status).toBe(204);
    expect(await current(pilot)).toEqual({ ...pilot.user, mustConfirmEmail: false });
    expect(expectError(await confirm(pilot, token), 404, 'not_found').message).toMatch(
      /^This link is no longer valid/,
    );
    expect(await subjectsTo(pilot.user.email)).toEqual(['Confirm your email address']);
    expect(await auditOf(pilot)).toEqual(['account.email-confirmed']);
  });

  it('[MAIL-26, MAIL-27] gets at most five links an hour, and the tags and dots of one mailbox make no further one', async () => {
    const box = randomUUID().slice(0, 8);
    const addresses = Array.from({ length: 8 }, (_each, tag) => `${box}+${tag}@example.com`);
    for (const email of addresses) await createUnconfirmedUser(server, 'client', { email });
    const subjects = await Promise.all(addresses.map(subjectsTo));
    expect(subjects.flat()).toEqual(Array.from({ length: 5 }, () => 'Confirm your email address'));
    const request = (email: string) => new TestClient(server).post(paths.passwordReset(), { email });
    // Whether there is an account with the address or not.
    for (const email of [...addresses.slice(0, 3), `${box}@example.com`, `${box}+none@example.com`])
      expect((await request(email)).status).toBe(204);
    for (const email of [`${box}+0@example.com`, `${box}+other@example.com`])
      expectError(await request(email), 429, 'rate_limited');
  });

  it('[EMAIL-5] is required to accept jobs, and for nothing else', async () => {
    const pilot = await createUnconfirmedUser(server, 'pilot');
    const job = await postJob(await createUser(server, 'client'));
    expect(expectError(await accept(pilot, job.id), 403, 'email_unconfirmed').message).toMatch(
      /^Please confirm your email address/,
    );
    for (const path of [paths.availableJobs(), paths.job(job.id), paths.pilotJobs(pilot.user.id)])
      expect((await pilot.client.get(path)).status).toBe(200);
    // With the same session.
    await confirm(pilot, await tokenTo(pilot.user.email));
    expect(await acceptJob(pilot, job.id)).toMatchObject({ pilotId: pilot.user.id });
  });

  it('[EMAIL-23] publishes the jobs that were posted before, which no pilot could find, read or accept', async () => {
    const client = await createUnconfirmedUser(server, 'client');
    const pilot = await createUser(server, 'pilot');
    const text = randomUUID().slice(0, 8);
    const job = await postJob(client, { title: `Survey ${text}` });
    expect(job.publishedAt).toBeNull();
    const found = async () =>
      expectView(await pilot.client.get(`${paths.availableJobs()}?text=${text}`), 200, jobListView).map(
        ({ id }) => id,
      );
    const kinds = async () =>
      (
        await server.dataSource.query<{ kind: string }[]>(
          'SELECT kind FROM job_events WHERE job_id = $1 ORDER BY id',
          [job.id],
        )
      ).map(({ kind }) => kind);
    expect(await found()).toEqual([]);
    expectError(await pilot.client.get(paths.job(job.id)), 404, 'not_found');
    expectError(await accept(pilot, job.id), 409, 'job_not_available');
    await attach(client, job.id);
    expect(await kinds()).toEqual(['file-added']);
    await confirm(client, await tokenTo(client.user.email));
    expect(await found()).toEqual([job.id]);
    expect(await kinds()).toEqual(['file-added', 'posted']);
    expect((await acceptJob(pilot, job.id)).publishedAt).not.toBeNull();
    expect((await postJob(client)).publishedAt).not.toBeNull();
  });

  it('[EMAIL-23] deletes them if a mailed link to a new password is the first proof of the address', async () => {
    const client = await createUnconfirmedUser(server, 'client');
    const job = await postJob(client);
    const token = await createResetToken(server, client.user.id);
    await new TestClient(server).put(paths.passwordReset(), { token, newPassword: 'battery staple' });
    const owner = await signIn(server, client.user.username, 'battery staple');
    expectError(await owner.get(paths.job(job.id)), 404, 'not_found');
  });

  it('[EMAIL-15] counts as confirmed after a new password by a mailed link', async () => {
    const user = await createUnconfirmedUser(server, 'client');
    const token = await createResetToken(server, user.user.id);
    await new TestClient(server).put(paths.passwordReset(), { token, newPassword: 'battery staple' });
    expect(await auditOf(user)).toEqual(['account.email-confirmed']);
    expect(await subjectsTo(user.user.email)).toEqual(['Your password was changed']);
  });

  it('[EMAIL-16] has an event of its own if the new password also cancels a change', async () => {
    const user = await createUnconfirmedUser(server, 'client');
    await changeEmail(user, `next.${user.user.email}`);
    const token = await createResetToken(server, user.user.id);
    await new TestClient(server).put(paths.passwordReset(), { token, newPassword: 'battery staple' });
    const [requested, ...events] = await auditOf(user);
    expect(requested).toBe('account.email-change-requested');
    expect(events).toEqual(['account.email-change-canceled', 'account.email-confirmed']);
  });

  it('[EMAIL-19] gets links alone until then, without a text of the user who entered it', async () => {
    const marks = { name: 'Win at evil.example', username: `evil.example ${randomUUID()}` };
    const user = await createUnconfirmedUser(server, 'client', marks);
    await signIn(server, marks.username);
    await setUpSecondFactor(user);
    await user.client.proved.post(paths.deletion(), { username: marks.username });
    await changeEmail(user, `next.${user.user.email}`);
    await new TestClient(server).post(paths.passwordReset(), { email: user.user.email });
    expect(await subjectsTo(user.user.email)).toEqual([
      'Choose a new password',
      'Confirm your email address',
    ]);
    const mails = [
      ...(await server.mailsTo(user.user.email)),
      ...(await server.mailsTo(`next.${user.user.email}`)),
    ];
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) {
      expect(text + html).not.toContain(marks.name);
      expect({ subject, names: text.includes(marks.username) }).toEqual({
        subject,
        names: subject === 'Choose a new password',
      });
    }
  });

  it('[EMAIL-15, SECURE-59] gives its owner the account by a new password, without what another user has set up', async () => {
    const user = await createUnconfirmedUser(server, 'pilot');
    await setUpSecondFactor(user);
    await addPasskey(user);
    const feed = await createFeed(user);
    await user.client.put(paths.profile(), { name: 'Call 555', email: user.user.email, flightHours: 12 });
    await user.client.put(paths.mailSettings(), { off: ['job-paid'] });
    await user.client.proved.post(paths.dataExport());
    await user.client.proved.post(paths.deletion(), { username: user.user.username });
    await changeEmail(user, `next.${user.user.email}`);
    const newPassword = 'battery staple';
    const reset = async () =>
      new TestClient(server).put(paths.passwordReset(), {
        token: await createResetToken(server, user.user.id),
        newPassword,
      });
    expect((await reset()).status).toBe(200);
    const client = await signIn(server, user.user.username, newPassword);
    expect((await client.get(paths.secondFactor())).body).toEqual({
      activeSince: null,
      recoveryCodes: 0,
      passkeys: 0,
    });
    expectError(await new TestClient(server).get(paths.calendarFeed(feed)), 404, 'not_found');
    expect(await current({ user: user.user, client })).toEqual({
      ...user.user,
      name: user.user.username,
      flightHours: null,
      mustConfirmEmail: false,
    });
    // The sign-in of the owner has written the other rows.
    const rows = await server.dataSource.query<{ rows: object }[]>(
      `SELECT jsonb_build_object(${OWN_TABLES.map(
        (name) => `'${name}', (SELECT count(*) FROM ${name} WHERE user_id = $1)`,
      ).join()}) AS rows`,
      [user.user.id],
    );
    expect(rows[0]?.rows).toEqual({
      ...Object.fromEntries(OWN_TABLES.map((name) => [name, 0])),
      sessions: 1,
      known_devices: 1,
    });
    // A confirmed address leaves the second factor.
    await setUpSecondFactor({ client });
    await reset();
    const response = await new TestClient(server).post(paths.login(), {
      username: user.user.username,
      password: newPassword,
    });
    expectError(response, 401, 'second_factor_required');
  });

  it('[EMAIL-21] gets its mails if it is as long as an address may be', async () => {
    const domain = `${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(58)}.example`;
    const email = `${randomUUID()}${'x'.repeat(28)}@${domain}`;
    expect(email).toHaveLength(EMAIL_MAX);
    const owner = await createUnconfirmedUser(server, 'client', { email });
    expect((await confirm(owner, await tokenTo(email))).status).toBe(204);
    const longer = await new TestClient(server).post(
      paths.signup(),
      signupOf('client', { email: email.replace('@', '@d') }),
    );
    expect(expectError(longer, 400, 'validation_failed').errors).toEqual([
      { path: 'email', message: 'Invalid email address' },
    ]);
    expect(owner.user.email).toBe(email);
  });

  it('[EMAIL-20] is stored as mail servers write it, and is the same address in each way to type it', async () => {
    const name = randomUUID();
    const stored = `${name}@xn--mller-kva.example`;
    const typed = `\u00a0${name}@müller.example `;
    const user = await createUnconfirmedUser(server, 'pilot', { email: typed });
    expect(user.user.email).toBe(stored);
    const again = signupOf('client', { email: `${name}@MÜLLER.example` });
    expectError(await new TestClient(server).post(paths.signup(), again), 409, 'email_taken');
    expect(expectView(await changeEmail(user, typed), 200, userView).pendingEmail).toBeNull();
    expect((await new TestClient(server).post(paths.passwordReset(), { email: typed })).status).toBe(204);
    const next = expectView(await changeEmail(user, `next.${name}@müller.example\u200b`), 200, userView);
    expect(next.pendingEmail).toBe(`next.${stored}`);
    const recipients = [...(await server.mailsTo(stored)), ...(await server.mailsTo(`next.${stored}`))];
    expect(recipients.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password',
      'Confirm your email address',
      'Confirm your new email address',
    ]);
  });

  it('[EMAIL-8, CALL-46] gets the mail again on request, in all five times an hour, until it is confirmed', async () => {
    const user = await createUnconfirmedUser(server, 'client');
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await send(user)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 429]);
    expect(await subjectsTo(user.user.email)).toHaveLength(5);
    const confirmed = await createUser(server, 'client');
    expect((await send(confirmed)).status).toBe(204);
    expect(await subjectsTo(confirmed.user.email)).toEqual([]);
  });
});

describe('a link of a mail', () => {
  it.each([
    [
      'after its end',
      `UPDATE email_confirmations SET expires_at = now() WHERE user_id = $1`,
      404,
      'not_found',
    ],
    ['of a suspended account', `UPDATE users SET suspended_at = now() WHERE id = $1`, 401, 'unauthenticated'],
    ['to an earlier address', `UPDATE users SET email = 'other.' || email WHERE id = $1`, 404, 'not_found'],
  ] as const)('[EMAIL-14] does not work %s', async (_when, statement, status, code) => {
    const pilot = await createUnconfirmedUser(server, 'pilot');
    const token = await createConfirmationToken(server, pilot.user);
    await server.dataSource.query(statement, [pilot.user.id]);
    expectError(await confirm(pilot, token), status, code);
  });

  it('[EMAIL-14] works once, and uses up the other links, in concurrent calls too', async () => {
    const client = await createUnconfirmedUser(server, 'client');
    const { user } = client;
    const tokens = [await createConfirmationToken(server, user), await createConfirmationToken(server, user)];
    const responses = await Promise.all([...tokens, ...tokens].map((token) => confirm(client, token)));
    expect(sortedStatuses(responses)).toEqual([204, 404, 404, 404]);
  });

  it('[SECURE-58] confirms no account that the owner of the mailbox has not set up', async () => {
    const [user, owner] = [await createUnconfirmedUser(server, 'client'), await createUser(server, 'pilot')];
    const token = await tokenTo(user.user.email);
    expectError(await confirm({ client: new TestClient(server) }, token), 401, 'unauthenticated');
    expect(expectError(await confirm(owner, token), 404, 'not_found').message).toMatch(
      /^This link belongs to another account/,
    );
    expect((await current(user)).mustConfirmEmail).toBe(true);
    expect((await confirm(user, token)).status).toBe(204);
  });
});

describe('a change of the address', () => {
  it('[EMAIL-9, EMAIL-10, EMAIL-13, EMAIL-16] takes effect when the link to the new address is opened, and is reported to the previous one', async () => {
    const user = await createUser(server, 'pilot');
    const { email } = user.user;
    const next = `next.${email}`;
    const changed = expectView(await changeEmail(user, next), 200, userView);
    expect(changed).toEqual({ ...user.user, pendingEmail: next });
    expect(await subjectsTo(email)).toEqual(['A new email address was requested']);
    const reset = await createResetToken(server, user.user.id);
    expect((await confirm(user, await tokenTo(next))).status).toBe(204);
    expect(await current(user)).toEqual({ ...user.user, email: next });
    expect(await subjectsTo(next)).toEqual(['Confirm your new email address']);
    expect(await subjectsTo(email)).toEqual([
      'A new email address was requested',
      'Your email address was changed',
    ]);
    // A link to a new password went to the previous address.
    const stale = await new TestClient(server).put(paths.passwordReset(), {
      token: reset,
      newPassword: 'battery staple',
    });
    expectError(stale, 404, 'not_found');
    expect(await auditOf(user)).toEqual(['account.email-change-requested', 'account.email-changed']);
  });

  it('[EMAIL-13, EMAIL-16, CALL-46] is canceled by its user, and by a new password, which ends the link', async () => {
    const user = await createUser(server, 'client');
    const next = `next.${user.user.email}`;
    await changeEmail(user, next);
    const token = await tokenTo(next);
    for (let call = 1; call <= 2; call += 1) expect((await cancel(user)).status).toBe(204);
    expect(await current(user)).toEqual(user.user);
    expectError(await confirm(user, token), 404, 'not_found');
    expect(await auditOf(user)).toContain('account.email-change-canceled');

    await changeEmail(user, next);
    const later = await tokenTo(next);
    const body = { token: await createResetToken(server, user.user.id), newPassword: 'battery staple' };
    await new TestClient(server).put(paths.passwordReset(), body);
    const client = await signIn(server, user.user.username, body.newPassword);
    expectError(await confirm({ client }, later), 404, 'not_found');
  });

  it('does not end with a save of the profile or the confirmation of the current address, and gets its mail again', async () => {
    const user = await createUnconfirmedUser(server, 'client');
    const next = `next.${user.user.email}`;
    await changeEmail(user, next);
    expect(expectView(await changeEmail(user, user.user.email), 200, userView).pendingEmail).toBe(next);
    await confirm(user, await createConfirmationToken(server, user.user));
    expect(await current(user)).toEqual({ ...user.user, mustConfirmEmail: false, pendingEmail: next });
    await send(user);
    expect(await subjectsTo(next)).toEqual(Array(2).fill('Confirm your new email address'));
    expect((await confirm(user, await tokenTo(next))).status).toBe(204);
    expect((await current(user)).email).toBe(next);
  });

  it('[EMAIL-11] to the address of another account gets the same response, and a mail to its owner', async () => {
    const { user: owner } = await createUser(server, 'client');
    const user = await createUser(server, 'pilot');
    const changed = expectView(await changeEmail(user, owner.email.toUpperCase()), 200, userView);
    expect(changed).toEqual({ ...user.user, pendingEmail: owner.email.toUpperCase() });
    expect(await subjectsTo(owner.email)).toEqual(['Another account has entered your email address']);
    const [mail] = await server.mailsTo(owner.email);
    expect(mail?.text).toContain(`your account ${owner.username}`);
    expect(mail?.text).not.toContain(user.user.username);
    expect(await subjectsTo(user.user.email)).toEqual(['A new email address was requested']);
  });

  it('[EMAIL-12] to one address by two users succeeds for the first one, and is 409 for the other one', async () => {
    const next = `shared.${randomUUID()}@example.com`;
    const users = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const links: (readonly [TestUser, string])[] = [];
    for (const user of users) {
      await changeEmail(user, next);
      links.push([user, await createConfirmationToken(server, { id: user.user.id, email: next })]);
    }
    const responses = await Promise.all(links.map(([user, token]) => confirm(user, token)));
    expect(sortedStatuses(responses)).toEqual([204, 409]);
    expect(responses.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ code: 'email_taken', message: 'This email address is already in use.' }),
    );
  });

  it('[EMAIL-8] can be requested ten times an hour', async () => {
    const user = await createUser(server, 'client');
    const statuses = new Set<number>();
    for (let sent = 0; sent < 10; sent += 1)
      statuses.add((await changeEmail(user, `n${sent}.${user.user.email}`)).status);
    expect([...statuses]).toEqual([200]);
    expectError(await changeEmail(user, `one.more.${user.user.email}`), 429, 'rate_limited');
  });
});

describe('a deployment without mail', () => {
  let silent: TestServer;
  beforeAll(async () => {
    silent = await startServer({ mail: null });
  });
  afterAll(() => silent.close());

  it('[EMAIL-18] requires no confirmed address, changes it at once, and refuses one that is in use', async () => {
    const client = await createUnconfirmedUser(silent, 'client');
    const other = await createUnconfirmedUser(silent, 'pilot');
    expect(client.user.mustConfirmEmail).toBe(false);
    await postJob(client);
    const next = `next.${client.user.email}`;
    const changed = expectView(await changeEmail(client, next), 200, userView);
    expect(changed).toEqual({ ...client.user, email: next });
    expect(expectError(await send(client), 503, 'unavailable').message).toMatch(/sends no mail/);
    expectError(await changeEmail(other, next.toUpperCase()), 409, 'email_taken');
  });
});
