import { paths, resetView, secondFactorView, userView } from '@dps/contract';
import { expectError, expectView, sortedStatuses, TestClient } from './support/client.ts';
import { mailedToken, startMailingServer, type MailingServer } from './support/mail.ts';
import { addPasskey, challengeOf } from './support/passkey.ts';
import { codeOf, setUpSecondFactor } from './support/second-factor.ts';
import {
  cookieOf,
  createConfirmationToken,
  createFeed,
  createResetToken,
  createUndoToken,
  createUnconfirmedUser,
  createUser,
  PASSWORD,
  signupOf,
  type TestUser,
} from './support/users.ts';

let server: MailingServer;
beforeAll(async () => {
  server = await startMailingServer();
});
afterAll(() => server.close());

const NEW_PASSWORD = 'battery staple';
const anonymous = () => new TestClient(server);
const undo = (token: string, newPassword = NEW_PASSWORD) =>
  anonymous().post(paths.emailUndo(), { token, newPassword });
const reset = (token: string) => anonymous().put(paths.passwordReset(), { token, newPassword: NEW_PASSWORD });
const login = (username: string, password: string, code?: string) =>
  anonymous().post(paths.login(), { username, password, ...(code !== undefined && { code }) });
const query = (statement: string, { user }: TestUser) =>
  server.dataSource.query<object[]>(statement, [user.id]);

/** Changes the address of a user by the link of a mail to it. */
async function moveTo({ user, client }: TestUser, email: string): Promise<void> {
  await client.proved.put(paths.profile(), { name: user.name, email });
  const token = await createConfirmationToken(server, { id: user.id, email });
  expect((await client.post(paths.emailConfirmation(), { token })).status).toBe(204);
}

async function tokenTo(address: string): Promise<string> {
  const token = await mailedToken(server, 'restore-account', address);
  const [mail] = await server.mailsTo(address);
  expect(mail?.subject).toBe('Your email address was changed');
  return token;
}

/** Signs in with the device of an earlier sign-in for months, which makes it known. */
const knowDevices = (user: TestUser) =>
  query(
    `UPDATE known_devices SET first_used_at = now() - interval '60 days', used_at = now() WHERE user_id = $1`,
    user,
  );

const factorsOf = async (client: TestClient) =>
  expectView(await client.get(paths.secondFactor()), 200, secondFactorView);

describe('an attacker with a session and the password of an account', () => {
  it('[SECURE-62, SECURE-67] who changes the address, the password and the factors, loses the account to its owner', async () => {
    const owner = await createUser(server, 'pilot');
    const { user, client } = owner;
    const { software, passkey } = await addPasskey(owner);
    const { secret } = await setUpSecondFactor(owner);
    const codes = (await factorsOf(client)).recoveryCodes;
    await knowDevices(owner);

    const mine = `mine.${user.email}`;
    await moveTo(owner, mine);
    const attacker = await addPasskey(owner);
    await client.proved.delete(paths.passkey(passkey.id));
    await setUpSecondFactor(owner);
    await client.proved.post(paths.deletion(), { username: user.username });
    await client.put(paths.password(), { currentPassword: PASSWORD, newPassword: 'mine alone' });
    const stale = await createResetToken(server, user.id);
    const feed = await createFeed(owner);

    const token = await tokenTo(user.email);
    expect(expectView(await undo(token), 200, resetView)).toEqual({ removedPasskeys: 0 });
    expectError(await client.get(paths.currentUser()), 401, 'unauthenticated');
    expectError(await reset(stale), 404, 'not_found');
    expectError(await anonymous().get(paths.calendarFeed(feed)), 404, 'not_found');
    expectError(await login(user.username, 'mine alone'), 401, 'invalid_credentials');
    const signedIn = await login(user.username, NEW_PASSWORD, codeOf(secret, 1));
    expect(expectView(signedIn, 200, userView)).toEqual(user);
    expect(await factorsOf(new TestClient(server, cookieOf(signedIn)))).toMatchObject({
      passkeys: 1,
      recoveryCodes: codes,
    });
    for (const [key, status] of [
      [software, 200],
      [attacker.software, 401],
    ] as const) {
      const { challenge, browser } = await challengeOf(server);
      const response = await browser.post(paths.passkeyLogin(), { passkey: key.sign(challenge) });
      expect(response.status).toBe(status);
    }
    for (const address of [user.email, mine])
      expect((await server.mailsTo(address)).map(({ subject }) => subject)).toContain(
        'A change of the email address was undone',
      );
    expectError(await undo(token), 404, 'not_found');
    const events = await server.dataSource.query<{ action: string }[]>(
      `SELECT action FROM audit_events WHERE subject = $1 ORDER BY id`,
      [`user:${user.id}`],
    );
    expect(events.map(({ action }) => action)).toContain('account.email-restored');
  });

  const nothing = () => Promise.resolve();
  const NO_FACTOR = { activeSince: null, passkeys: 0, recoveryCodes: 0 };
  const APP = { activeSince: expect.any(String), passkeys: 0, recoveryCodes: 10 };
  type Step = (owner: TestUser) => Promise<unknown>;
  it.each<[string, Step, Step, object]>([
    ['a new app', nothing, setUpSecondFactor, NO_FACTOR],
    ['a new passkey', nothing, addPasskey, NO_FACTOR],
    ['a removed app', setUpSecondFactor, ({ client }) => client.proved.delete(paths.secondFactor()), APP],
    ['a replaced app', setUpSecondFactor, setUpSecondFactor, APP],
    [
      'all factors removed',
      async (owner) => {
        await setUpSecondFactor(owner);
        await addPasskey(owner);
      },
      ({ user }) =>
        server.dataSource.query(
          `WITH apps AS (DELETE FROM authenticators WHERE user_id = $1), codes AS (DELETE FROM recovery_codes WHERE user_id = $1)
            DELETE FROM passkeys WHERE user_id = $1`,
          [user.id],
        ),
      { ...APP, passkeys: 1 },
    ],
  ])('[SECURE-62] leaves the factors of the time before: %s', async (_what, before, after, expected) => {
    const owner = await createUser(server, 'client');
    await before(owner);
    await knowDevices(owner);
    const token = await createUndoToken(server, owner.user, `mine.${owner.user.email}`);
    await after(owner);
    expectView(await undo(token), 200, resetView);
    const client = new TestClient(server, await openSession(owner));
    expect(await factorsOf(client)).toEqual(expected);
  });

  it.each<[string, Step, string]>([
    ['removed', nothing, 'factor-removed'],
    ['replaced', setUpSecondFactor, 'factor-added'],
  ])('[MAIL-22] mails that the app of the attacker was %s', async (_change, before, kind) => {
    const owner = await createUser(server, 'client');
    await before(owner);
    const token = await createUndoToken(server, owner.user, `mine.${owner.user.email}`);
    await setUpSecondFactor(owner);
    const mails = () =>
      query(`SELECT kind FROM outgoing_mails WHERE user_id = $1 AND kind LIKE 'factor-%' ORDER BY id`, owner);
    const earlier = await mails();
    expectView(await undo(token), 200, resetView);
    expect(await mails()).toEqual([...earlier, { kind }]);
  });

  /** Opens a session without a second factor, and returns its cookie. */
  async function openSession({ user }: TestUser): Promise<string> {
    const token = 'A'.repeat(35) + String(user.id).padStart(8, '0');
    await server.dataSource.query(
      `INSERT INTO sessions (token_hash, user_id, expires_at)
        VALUES (sha256(convert_to($1, 'UTF8')), $2, now() + interval '1 day')`,
      [token, user.id],
    );
    return `dps_session=${token}`;
  }

  it('[SECURE-63] cannot undo the undo, with the links to later addresses', async () => {
    const owner = await createUser(server, 'pilot');
    const first = await createUndoToken(server, owner.user, `mine.${owner.user.email}`);
    const later = await createUndoToken(server, owner.user, `mine.too.${owner.user.email}`);
    expectView(await undo(first), 200, resetView);
    expectError(await undo(later), 404, 'not_found');
    const [row] = await query('SELECT count(*)::int AS count FROM email_changes WHERE user_id = $1', owner);
    expect(row).toEqual({ count: 0 });
  });

  it('[SECURE-64] cannot take the previous address for another account, while the owner can undo the change', async () => {
    const { user } = await createUser(server, 'pilot');
    const token = await createUndoToken(server, user, `mine.${user.email}`);
    const signup = signupOf('client', { email: user.email.toUpperCase() });
    expectError(await anonymous().post(paths.signup(), signup), 409, 'email_taken');
    const other = await createUser(server, 'client');
    await other.client.proved.put(paths.profile(), { name: 'Mine', email: user.email });
    const link = await createConfirmationToken(server, { id: other.user.id, email: user.email });
    expectError(await other.client.post(paths.emailConfirmation(), { token: link }), 409, 'email_taken');
    expectView(await undo(token), 200, resetView);
    expectView(await login(user.username, NEW_PASSWORD), 200, userView);
  });
});

describe('a link that restores the previous address', () => {
  it.each([
    [
      'after 7 days',
      `UPDATE email_changes SET expires_at = expires_at - interval '7 days' WHERE user_id = $1`,
    ],
    ['of a suspended account', 'UPDATE users SET suspended_at = now() WHERE id = $1'],
  ])('[SECURE-60] does not work %s', async (_when, statement) => {
    const owner = await createUser(server, 'client');
    const token = await createUndoToken(server, owner.user, `next.${owner.user.email}`);
    await query(statement, owner);
    expectError(await undo(token), 404, 'not_found');
  });

  it('[SECURE-64] leaves the previous address free after 7 days', async () => {
    const owner = await createUser(server, 'client');
    await createUndoToken(server, owner.user, `next.${owner.user.email}`);
    await query('UPDATE email_changes SET expires_at = now() WHERE user_id = $1', owner);
    const { user } = await createUnconfirmedUser(server, 'client', { email: owner.user.email });
    expect(user.email).toBe(owner.user.email);
  });

  it('[SECURE-60] is not used up by a password that is easy to guess, and then works once, in concurrent calls too', async () => {
    const { user } = await createUser(server, 'client');
    const token = await createUndoToken(server, user, `next.${user.email}`);
    expect(expectError(await undo(token, 'password1'), 400, 'validation_failed').errors?.[0]?.path).toBe(
      'newPassword',
    );
    expect(sortedStatuses(await Promise.all([undo(token), undo(token), undo(token)]))).toEqual([
      200, 404, 404,
    ]);
  });

  it('[SECURE-63] says so if another account has the address, and changes nothing', async () => {
    const owner = await createUser(server, 'client');
    const token = await createUndoToken(server, owner.user, `next.${owner.user.email}`);
    await server.dataSource.query(`BEGIN; SET LOCAL session_replication_role = replica;
      INSERT INTO users (username, email, password_hash, role, name)
      VALUES ('taker-${owner.user.id}', '${owner.user.email}', 'x', 'pilot', 'A'); COMMIT`);
    expect(expectError(await undo(token), 409, 'email_taken').message).toMatch(
      /^Another account has your previous address/,
    );
    expectView(await owner.client.get(paths.currentUser()), 200, userView);
  });

  it('[SECURE-60] is in the mail alone, and not mailed to an address that its user has not confirmed', async () => {
    const owner = await createUser(server, 'client');
    await moveTo(owner, `next.${owner.user.email}`);
    const token = await tokenTo(owner.user.email);
    const rows = await query('SELECT email_changes::text FROM email_changes WHERE user_id = $1', owner);
    expect(JSON.stringify(rows)).not.toContain(token);
    const unconfirmed = await createUnconfirmedUser(server, 'client');
    await moveTo(unconfirmed, `next.${unconfirmed.user.email}`);
    expect(await server.mailsTo(unconfirmed.user.email)).toEqual([]);
    expect(await query('SELECT FROM email_changes WHERE user_id = $1', unconfirmed)).toEqual([]);
  });
});

describe('a new password by a mailed link', () => {
  const WEEK = `interval '7 days'`;
  const passkeysOf = ({ user }: TestUser) =>
    server.dataSource.query<{ name: string }[]>('SELECT name FROM passkeys WHERE user_id = $1 ORDER BY id', [
      user.id,
    ]);

  it.each([
    [
      'that was added after the last sign-in on a known device',
      `now() - interval '60 days'`,
      `now() - interval '2 days'`,
      1,
    ],
    ['that is older than the last sign-in on a known device', `now() - interval '60 days'`, `now()`, 0],
    ['of a user who has signed in on a new device alone', `now() - ${WEEK} + interval '1 hour'`, 'now()', 1],
    ['of a user without a device', null, null, 1],
  ])(
    '[SECURE-65, SECURE-66] removes or keeps a passkey %s',
    async (_what, firstUsed, used, removedPasskeys) => {
      const owner = await createUser(server, 'pilot');
      await addPasskey(owner);
      await query(
        `UPDATE passkeys SET name = 'Mine', created_at = now() - interval '1 day' WHERE user_id = $1`,
        owner,
      );
      await query(
        firstUsed === null
          ? 'DELETE FROM known_devices WHERE user_id = $1'
          : `UPDATE known_devices SET first_used_at = ${firstUsed}, used_at = ${used} WHERE user_id = $1`,
        owner,
      );
      const response = await reset(await createResetToken(server, owner.user.id));
      expect(expectView(response, 200, resetView)).toEqual({ removedPasskeys });
      expect(await passkeysOf(owner)).toHaveLength(1 - removedPasskeys);
      const mail = (await server.mailsTo(owner.user.email)).find(
        ({ subject }) => subject === 'Your password was changed',
      );
      const line = `Removed passkeys that were added after your last sign-in on a known device: ${removedPasskeys}.`;
      expect(mail?.text.replaceAll('\n', ' ').includes(line)).toBe(removedPasskeys > 0);
      // Without a factor, the new password is sufficient.
      const { status } = await login(owner.user.username, NEW_PASSWORD);
      expect(status).toBe(removedPasskeys > 0 ? 200 : 401);
      const [codes] = await query(
        'SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = $1',
        owner,
      );
      expect(codes).toEqual({ count: removedPasskeys > 0 ? 0 : 10 });
    },
  );

  it('[SECURE-65] keeps an authenticator app and its recovery codes', async () => {
    const owner = await createUser(server, 'client');
    const { secret } = await setUpSecondFactor(owner);
    await addPasskey(owner);
    await reset(await createResetToken(server, owner.user.id));
    const signedIn = await login(owner.user.username, NEW_PASSWORD, codeOf(secret, 1));
    expect(await factorsOf(new TestClient(server, cookieOf(signedIn)))).toMatchObject({
      passkeys: 0,
      recoveryCodes: 10,
    });
  });
});
