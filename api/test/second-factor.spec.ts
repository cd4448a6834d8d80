import { jest } from '@jest/globals';
import { paths, secondFactorView, userView } from '@dps/contract';
import { expectError, expectView, sortedStatuses, TestClient } from './support/client.ts';
import { codeOf, setUpSecondFactor, startSecondFactor } from './support/second-factor.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { createUser, PASSWORD, type TestUser } from './support/users.ts';

let server: MailingServer;
beforeAll(async () => {
  server = await startMailingServer();
});
afterAll(() => server.close());

const login = ({ user }: Pick<TestUser, 'user'>, code?: string, password = PASSWORD) =>
  new TestClient(server).post(paths.login(), {
    username: user.username,
    password,
    ...(code !== undefined && { code }),
  });
const read = async ({ client }: TestUser) =>
  expectView(await client.get(paths.secondFactor()), 200, secondFactorView);

async function protectedUser() {
  const user = await createUser(server, 'pilot');
  return { ...user, ...(await setUpSecondFactor(user)) };
}

describe('[FACTOR-18] setting up a second factor', () => {
  it('[FACTOR-6, FACTOR-20] changes no sign-in until a code confirms the secret, and names the clock after a code of a slow one', async () => {
    const user = await createUser(server, 'client');
    const secret = await startSecondFactor(user);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expectView(await login(user), 200, userView);
    expect(await read(user)).toEqual({ activeSince: null, recoveryCodes: 0, passkeys: 0 });
    const wrong = await user.client.put(paths.secondFactor(), { code: '12345' });
    expect(expectError(wrong, 400, 'validation_failed').errors?.[0]?.path).toBe('code');
    const slow = await user.client.put(paths.secondFactor(), { code: codeOf(secret, -12) });
    expect(expectError(slow, 400, 'validation_failed').errors).toEqual([
      { path: 'code', message: expect.stringMatching(/^This code is for another time/) },
    ]);
    expectView(await login(user), 200, userView);
  });

  it('[FACTOR-7, FACTOR-14, FACTOR-17] returns ten recovery codes once, stores their hashes, and is in the audit trail', async () => {
    const { user, client, recoveryCodes } = await protectedUser();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(await read({ user, client })).toEqual({
      activeSince: expect.any(String),
      recoveryCodes: 10,
      passkeys: 0,
    });
    const events = await server.dataSource.query<object[]>(
      `SELECT action, actor, before, after FROM audit_events WHERE subject = $1 AND action LIKE '%factor%'`,
      [`user:${user.id}`],
    );
    expect(events).toEqual([
      { action: 'account.second-factor-set', actor: `user:${user.id}`, before: null, after: {} },
    ]);
    const rows = await server.dataSource.query<{ text: string }[]>(
      `SELECT encode(code_hash, 'escape') AS text FROM recovery_codes WHERE user_id = $1`,
      [user.id],
    );
    expect(rows.some(({ text }) => recoveryCodes.some((code) => text.includes(code)))).toBe(false);
  });

  it('[FACTOR-8] keeps the earlier app until a code of the new one confirms it', async () => {
    const user = await protectedUser();
    const next = await startSecondFactor(user);
    expectError(await login(user, codeOf(next)), 401, 'invalid_code');
    expectView(await login(user, codeOf(user.secret, 1)), 200, userView);
  });
});

describe('a sign-in with a second factor', () => {
  it('[FACTOR-9, FACTOR-15] requires a code after the right password only, until the second factor is removed', async () => {
    const user = await protectedUser();
    expectError(await login(user), 401, 'second_factor_required');
    for (const code of [undefined, codeOf(user.secret, 1)])
      expectError(await login(user, code, 'not it'), 401, 'invalid_credentials');
    expectView(await login(user, codeOf(user.secret, 1)), 200, userView);
    expect((await user.client.proved.delete(paths.secondFactor())).status).toBe(204);
    expectView(await login(user), 200, userView);
    expect(await read(user)).toEqual({ activeSince: null, recoveryCodes: 0, passkeys: 0 });
  });

  it('[FACTOR-13] accepts each code once, also of two sign-ins at once', async () => {
    const user = await protectedUser();
    expectError(await login(user, user.usedCode), 401, 'invalid_code');
    const code = codeOf(user.secret, 1);
    const responses = await Promise.all([login(user, code), login(user, code)]);
    expect(sortedStatuses(responses)).toEqual([200, 401]);
  });

  it('[FACTOR-21] names the clock after a code of a fast one, and does not accept the code at its time', async () => {
    const user = await protectedUser();
    const code = codeOf(user.secret, 12);
    const { message } = expectError(await login(user, code), 401, 'invalid_code');
    expect(message).toMatch(
      /^This code is for another time\. .* set the clock of your phone to automatic\.$/,
    );
    expect(expectError(await login(user, codeOf(user.secret, 40)), 401, 'invalid_code').message).toBe(
      'This code is not valid, or it has been used.',
    );
    expectError(await login(user, code, 'not it'), 401, 'invalid_credentials');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 12 * 30_000);
    const later = await login(user, code);
    const next = await login(user, codeOf(user.secret, 1));
    clock.mockRestore();
    expectError(later, 401, 'invalid_code');
    expectView(next, 200, userView);
  });

  it('[FACTOR-14] accepts each recovery code once, with or without hyphens', async () => {
    const user = await protectedUser();
    const [first = '', second = ''] = user.recoveryCodes;
    expectView(await login(user, first), 200, userView);
    expectError(await login(user, first), 401, 'invalid_code');
    expectView(await login(user, second.toLowerCase().replaceAll('-', ' ')), 200, userView);
    expect((await read(user)).recoveryCodes).toBe(8);
  });

  it('[FACTOR-16] refuses further codes after 20 wrong ones in an hour, and the recovery codes of another user', async () => {
    const [user, other] = [await protectedUser(), await protectedUser()];
    const [code = ''] = other.recoveryCodes;
    expectError(await login(user, code), 401, 'invalid_code');
    await server.dataSource.query(`UPDATE rate_limits SET hits = 20 WHERE key LIKE 'second-factor:%'`);
    const blocked = expectError(await login(user, codeOf(user.secret, 1)), 429, 'rate_limited');
    expect(blocked.message).toBeTruthy();
  });

  it('[FACTOR-16] counts wrong codes as failed sign-ins, and a right password does not reset the count', async () => {
    const user = await protectedUser();
    for (let count = 0; count < 10; count += 1) {
      expectError(await login(user, '000000x'), 401, 'invalid_code');
      if (count % 4 === 0) expectError(await login(user), 401, 'second_factor_required');
    }
    expectError(await login(user, codeOf(user.secret, 1)), 429, 'rate_limited');
  });
});

it('[MAIL-22] reports each change and each used recovery code by mail, except for a deleted account', async () => {
  const { user, client, recoveryCodes } = await protectedUser();
  await startSecondFactor({ client });
  const [code = ''] = recoveryCodes;
  expectView(await login({ user }, code), 200, userView);
  expectError(await login({ user }, code), 401, 'invalid_code');
  expect((await client.proved.delete(paths.secondFactor())).status).toBe(204);
  expect((await client.proved.delete(paths.secondFactor())).status).toBe(204);
  const mails = await server.mailsTo(user.email);
  const subjects = mails.map(({ subject }) => subject).filter((subject) => !subject.includes('new device'));
  expect(subjects.toSorted()).toEqual([
    'A recovery code was used',
    'An authenticator app was removed',
    'An authenticator app was set up',
  ]);
  const used = mails.find(({ subject }) => subject.startsWith('A recovery code'));
  expect(used?.text).toContain('Unused codes: 9.');
  expect(used?.headers['list-unsubscribe']).toBeUndefined();
  const deleted = await protectedUser();
  await server.dataSource.query('DELETE FROM users WHERE id = $1', [deleted.user.id]);
  expect(await server.mailsTo(deleted.user.email)).toEqual([]);
});

describe('a secret that waits for its first code', () => {
  it('[SECURE-57] ends after 15 minutes, and leaves the one in use', async () => {
    const { user, client, secret } = await protectedUser();
    const next = await startSecondFactor({ client });
    await server.dataSource.query(
      `UPDATE authenticators SET pending_expires_at = pending_expires_at - interval '15 minutes' WHERE user_id = $1`,
      [user.id],
    );
    const late = await client.put(paths.secondFactor(), { code: codeOf(next) });
    expect(expectError(late, 400, 'validation_failed').errors).toEqual([
      { path: 'code', message: 'The time for this code is over. Close this dialog, and start again.' },
    ]);
    expectView(await login({ user }, codeOf(secret, 1)), 200, userView);
  });

  it('[SECURE-57] accepts 20 wrong codes an hour, which leave sign-ins with the one in use', async () => {
    const { user, client, secret } = await protectedUser();
    const next = await startSecondFactor({ client });
    const statuses: number[] = [];
    for (let guess = 0; guess < 21; guess += 1)
      statuses.push((await client.put(paths.secondFactor(), { code: '000000' })).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    expectError(await client.put(paths.secondFactor(), { code: codeOf(next) }), 429, 'rate_limited');
    expectView(await login({ user }, codeOf(secret, 1)), 200, userView);
  });
});
