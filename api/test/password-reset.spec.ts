import { paths, userView } from '@dps/contract';
import { MailedTokens } from '../src/modules/mail/mailed-tokens.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { mailedToken, startMailingServer, type MailingServer } from './support/mail.ts';
import { startServer } from './support/server.ts';
import { setUpSecondFactor } from './support/second-factor.ts';
import { statementsDuring } from './support/statements.ts';
import { createResetToken, createUser, PASSWORD, signIn } from './support/users.ts';

let server: MailingServer;
let mailed: MailedTokens | undefined;
beforeAll(async () => {
  server = await startMailingServer({}, (app) => (mailed = app.get(MailedTokens)));
});
afterAll(() => server.close());

const NEW_PASSWORD = 'battery staple';
const anonymous = () => new TestClient(server);
const request = (email: string) => anonymous().post(paths.passwordReset(), { email });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  anonymous().put(paths.passwordReset(), { token, newPassword });
const login = (username: string, password: string) => anonymous().post(paths.login(), { username, password });

const tokenTo = (address: string) => mailedToken(server, 'reset-password', address);

describe('a forgotten password', () => {
  it('[RESET-12, RESET-13, RESET-15] is replaced by a mailed link of 30 minutes, which ends all sessions and works once', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const other = await signIn(server, user.username);
    expect((await request(user.email.toUpperCase())).status).toBe(204);
    const token = await tokenTo(user.email);
    const [stored] = await server.dataSource.query<object[]>(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM password_resets WHERE user_id = $1`,
      [user.id],
    );
    expect(stored).toEqual({ seconds: 1800 });
    expect((await reset(token)).status).toBe(200);
    for (const each of [client, other])
      expectError(await each.get(paths.currentUser()), 401, 'unauthenticated');
    expectError(await login(user.username, PASSWORD), 401, 'invalid_credentials');
    expectView(await login(user.username, NEW_PASSWORD), 200, userView);
    expectError(await reset(token, 'third choice'), 404, 'not_found');
    const subjects = (await server.mailsTo(user.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  it('is replaced without the second factor, which the next sign-in still requires', async () => {
    const owner = await createUser(server, 'pilot');
    const { recoveryCodes } = await setUpSecondFactor(owner);
    await request(owner.user.email);
    expect((await reset(await tokenTo(owner.user.email))).status).toBe(200);
    expectError(await login(owner.user.username, NEW_PASSWORD), 401, 'second_factor_required');
    const body = { username: owner.user.username, password: NEW_PASSWORD, code: recoveryCodes[0] };
    expectView(await anonymous().post(paths.login(), body), 200, userView);
  });

  it('[RESET-13] is not replaced by a link that was mailed before a change of the password', async () => {
    const { user, client } = await createUser(server, 'pilot');
    await request(user.email);
    const token = await tokenTo(user.email);
    await client.put(paths.password(), { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expectError(await reset(token, 'third choice'), 404, 'not_found');
    expectView(await login(user.username, NEW_PASSWORD), 200, userView);
  });

  it('[RESET-15, RESET-16] is in the audit trail, and the database has no token', async () => {
    const { user } = await createUser(server, 'client');
    await request(user.email);
    const token = await tokenTo(user.email);
    const rows = await server.dataSource.query<unknown[]>(
      'SELECT outgoing_mails::text FROM outgoing_mails UNION ALL SELECT password_resets::text FROM password_resets',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    await reset(token);
    const events = await server.dataSource.query<unknown[]>(
      `SELECT action, actor, before, after FROM audit_events WHERE subject = $1 AND action LIKE 'account.password%'`,
      [`user:${user.id}`],
    );
    const actor = `user:${user.id}`;
    expect(events).toEqual([{ action: 'account.password-reset', actor, before: null, after: {} }]);
  });

  it('[RESET-9] gets the same response by the same statements for an unknown address, and no mail', async () => {
    const { user } = await createUser(server, 'client');
    const during = async (email: string) => {
      const sent = await statementsDuring(async () => {
        const response = await request(email);
        expect([response.status, response.body]).toEqual([204, '']);
      });
      return sent.map(({ text }) => text);
    };
    const unknown = 'unknown@example.com';
    expect(await during(unknown)).toEqual(await during(user.email));
    expect(await server.mailsTo(unknown)).toEqual([]);
    const kept = `SELECT FROM outgoing_mails WHERE address = $1`;
    expect(await server.dataSource.query(kept, [unknown])).toEqual([]);
  });

  it('[RESET-10] can be mailed five times an hour to one address, known or not', async () => {
    const { user } = await createUser(server, 'client');
    for (const email of [user.email, 'unknown.too@example.com']) {
      const statuses: number[] = [];
      for (let sent = 0; sent < 6; sent += 1) statuses.push((await request(email)).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    }
  });

  it('[RESET-11] cannot be mailed without a mail server', async () => {
    const silent = await startServer({ mail: null });
    const response = await new TestClient(silent).post(paths.passwordReset(), { email: 'ada@example.com' });
    expect(expectError(response, 503, 'unavailable').message).toMatch(/sends no mail/);
    await silent.close();
  });

  it('[RESET-17] lets the user sign in at once, also after ten wrong passwords', async () => {
    const { user } = await createUser(server, 'client');
    for (let guess = 0; guess < 10; guess += 1) await login(user.username, `wrong ${guess}`);
    expectError(await login(user.username, PASSWORD), 429, 'rate_limited');
    await reset(await createResetToken(server, user.id));
    expectView(await login(user.username, NEW_PASSWORD), 200, userView);
  });
});

describe('a link to a new password', () => {
  it.each([
    ['an expired link', `UPDATE password_resets SET expires_at = now() WHERE user_id = $1`],
    ['a suspended account', `UPDATE users SET suspended_at = now() WHERE id = $1`],
  ])('[RESET-13] does not work for %s', async (_what, statement) => {
    const { user } = await createUser(server, 'pilot');
    const token = await createResetToken(server, user.id);
    await server.dataSource.query(statement, [user.id]);
    expectError(await reset(token), 404, 'not_found');
  });

  it('[RESET-14, SECURE-39] is not used up by a common or a blank password', async () => {
    const { user } = await createUser(server, 'client');
    const token = await createResetToken(server, user.id);
    for (const [password, message] of [
      ['password1', /most common/],
      ['\u00a0'.repeat(6), /at least one visible character/],
    ] as const) {
      const { errors } = expectError(await reset(token, password), 400, 'validation_failed');
      expect(errors).toEqual([{ path: 'newPassword', message: expect.stringMatching(message) }]);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('[RESET-13] is not mailed to an address that has changed since the mail was leased', async () => {
    const { user } = await createUser(server, 'pilot');
    expect(await mailed?.createReset(user.id, `earlier.${user.email}`)).toBeNull();
    expect(await mailed?.createReset(user.id, user.email)).toEqual(expect.any(String));
  });

  it('works once, and uses up the other links, in concurrent calls too', async () => {
    const { user } = await createUser(server, 'client');
    const tokens = [await createResetToken(server, user.id), await createResetToken(server, user.id)];
    const responses = await Promise.all([...tokens, ...tokens].map((token) => reset(token)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
  });
});
