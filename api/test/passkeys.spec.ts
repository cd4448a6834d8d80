import {
  passkeyListView,
  PASSKEYS_PER_USER,
  passkeyView,
  paths,
  secondFactorView,
  userView,
  type PasskeyAssertion,
} from '@dps/contract';
import { expectError, expectView, sortedStatuses, TestClient } from './support/client.ts';
import { startMailingServer, type MailingServer } from './support/mail.ts';
import { recordLog } from './support/log.ts';
import { addPasskey, challengeOf, creationOf, SoftwarePasskey } from './support/passkey.ts';
import { codeOf, setUpSecondFactor } from './support/second-factor.ts';
import { cookieOf, createUser, PASSWORD, type TestUser } from './support/users.ts';

const log = recordLog();
let server: MailingServer;
beforeAll(async () => {
  server = await startMailingServer({ logLevel: 'info' }, undefined, log);
});
afterAll(() => server.close());

const list = async ({ client }: Pick<TestUser, 'client'>) =>
  expectView(await client.get(paths.passkeys()), 200, passkeyListView);
const factors = async ({ client }: Pick<TestUser, 'client'>) =>
  expectView(await client.get(paths.secondFactor()), 200, secondFactorView);

async function userWithPasskey() {
  const user = await createUser(server, 'pilot');
  return { ...user, ...(await addPasskey(user)) };
}

/** Signs in with a passkey alone. */
async function signIn(software: SoftwarePasskey, flaws = {}, more = {}) {
  const { challenge, browser } = await challengeOf(server);
  return browser.post(paths.passkeyLogin(), { passkey: software.sign(challenge, flaws), ...more });
}

/** Signs in with the password, and a passkey or a code. */
const signInWithPassword = (
  { user }: Pick<TestUser, 'user'>,
  factor: { code?: string; passkey?: PasskeyAssertion } = {},
  browser = new TestClient(server),
) => browser.post(paths.login(), { username: user.username, password: PASSWORD, ...factor });

const FLAWS = [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }];

describe('a new passkey', () => {
  it('[PASSKEY-3, PASSKEY-11] belongs to the host of the product, and comes with recovery codes if it is the first factor', async () => {
    const user = await createUser(server, 'client');
    const options = await creationOf(user);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Drone Pilot Surveys' },
      user: { name: user.user.username },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { passkey, recoveryCodes, software } = await addPasskey(user);
    expect(recoveryCodes).toHaveLength(10);
    expect(await list(user)).toEqual([passkey]);
    expect(passkey).toMatchObject({ name: 'Passkey', lastUsedAt: null });
    expect((await addPasskey(user)).recoveryCodes).toEqual([]);
    expect(await factors(user)).toEqual({ activeSince: null, recoveryCodes: 10, passkeys: 2 });
    const { excludeCredentials } = await creationOf(user);
    expect(excludeCredentials[0]).toEqual({
      type: 'public-key',
      id: software.id.toString('base64url'),
      transports: ['internal'],
    });
  });

  it('[PASSKEY-3] keeps the recovery codes of the app', async () => {
    const user = await createUser(server, 'client');
    const { recoveryCodes } = await setUpSecondFactor(user);
    expect((await addPasskey(user)).recoveryCodes).toEqual([]);
    expectView(await signInWithPassword(user, { code: recoveryCodes[0] ?? '' }), 200, userView);
  });

  it('[PASSKEY-13] is refused of another origin, host or ceremony, and without a verified user', async () => {
    const user = await createUser(server, 'pilot');
    for (const flaws of [...FLAWS, { type: 'webauthn.get' }]) {
      const { challenge } = await creationOf(user);
      const body = new SoftwarePasskey(user.user.id).create(challenge, flaws);
      expectError(await user.client.post(paths.passkeys(), body), 400, 'invalid_passkey');
    }
    expect(await list(user)).toEqual([]);
  });

  it('[PASSKEY-12, PASSKEY-18] requires a challenge of the same session, which is valid once and for five minutes', async () => {
    const [user, other] = [await createUser(server, 'pilot'), await createUser(server, 'pilot')];
    const add = (client: TestClient, challenge: string) =>
      client.post(paths.passkeys(), new SoftwarePasskey(user.user.id).create(challenge));
    const { challenge } = await creationOf(user);
    const sameUser = new TestClient(server, cookieOf(await signInWithPassword(user)));
    for (const client of [other.client, sameUser])
      expectError(await add(client, challenge), 400, 'invalid_passkey');
    expect(sortedStatuses(await Promise.all([1, 2].map(() => add(user.client, challenge))))).toEqual([
      201, 400,
    ]);
    const late = await creationOf(user);
    await server.dataSource.query(`UPDATE passkey_challenges SET expires_at = now()`);
    expectError(await add(user.client, late.challenge), 400, 'invalid_passkey');
  });

  it('[PASSKEY-17] is registered once', async () => {
    const { client, user, software } = await userWithPasskey();
    const { challenge } = await creationOf({ client });
    expectError(await client.post(paths.passkeys(), software.create(challenge)), 409, 'passkey_exists');
    expect(await list({ client })).toHaveLength(1);
    expect(software.userId).toBe(user.id);
  });

  it('[PASSKEY-17] is refused above the maximum number', async () => {
    const user = await createUser(server, 'pilot');
    const { challenge } = await creationOf(user);
    await server.dataSource.query(
      `INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, transports, name)
       SELECT $1, sha256((($1::int) || '-' || n)::bytea), '', 0, '{}', 'Key ' || n FROM generate_series(1, $2::int) AS n`,
      [user.user.id, PASSKEYS_PER_USER],
    );
    expectError(await user.client.proved.post(paths.passkeyCreation()), 409, 'too_many_passkeys');
    const body = new SoftwarePasskey(user.user.id).create(challenge);
    expectError(await user.client.post(paths.passkeys(), body), 409, 'too_many_passkeys');
  });
});

describe('a sign-in with a passkey', () => {
  it('[PASSKEY-10] needs neither username nor password, and opens a session', async () => {
    const { user, client, software } = await userWithPasskey();
    const response = await signIn(software);
    expect(expectView(response, 200, userView).id).toBe(user.id);
    const session = new TestClient(server, cookieOf(response));
    expectView(await session.get(paths.currentUser()), 200, userView);
    expect((await list({ client }))[0]?.lastUsedAt).toEqual(expect.any(String));
    expectView(await signIn(software, {}, { username: user.username.toUpperCase() }), 200, userView);
  });

  it('[PASSKEY-14] is refused of another origin, host or ceremony, and without a verified user', async () => {
    const { software } = await userWithPasskey();
    expectView(await signIn(software), 200, userView);
    for (const flaws of [...FLAWS, { type: 'webauthn.create' }])
      expectError(await signIn(software, flaws), 400, 'invalid_passkey');
  });

  it('[SECURE-104] is refused and logged with a counter that does not rise, as of a copy, also as second factor', async () => {
    const user = await userWithPasskey();
    const { software, passkey } = user;
    expectView(await signIn(software, { count: 5 }), 200, userView);
    for (const count of [4, 5, 0]) expectError(await signIn(software, { count }), 400, 'invalid_passkey');
    const { challenge, browser } = await challengeOf(server);
    const signed = software.sign(challenge, { count: 4 });
    expectError(await signInWithPassword(user, { passkey: signed }, browser), 400, 'invalid_passkey');
    const about = `The passkey ${passkey.id} of user ${user.user.id} was refused: `;
    const lines = log.lines().filter(({ msg }) => msg.startsWith(about));
    expect(lines.map(({ level }) => level)).toEqual([40, 40, 40, 40]);
    expect(lines[0]?.msg).toContain('counter value 4 was lower than expected 5');
    expectView(await signIn(software, { count: 6 }), 200, userView);
  });

  it('[SECURE-104] of a passkey and of its copy with the same counter is accepted once when both arrive at once', async () => {
    const { software } = await userWithPasskey();
    const both = await Promise.all([1, 2].map(() => challengeOf(server)));
    const responses = both.map(({ browser, challenge }) =>
      browser.post(paths.passkeyLogin(), { passkey: software.sign(challenge, { count: 9 }) }),
    );
    expect(sortedStatuses(await Promise.all(responses))).toEqual([200, 400]);
  });

  it('[PASSKEY-12] requires a challenge of the same browser, which is valid once and for five minutes', async () => {
    const { software } = await userWithPasskey();
    const [first, second, late] = [
      await challengeOf(server),
      await challengeOf(server),
      await challengeOf(server),
    ];
    const send = ({ browser }: typeof first, challenge: string) =>
      browser.post(paths.passkeyLogin(), { passkey: software.sign(challenge) });
    expectError(await send(second, first.challenge), 400, 'invalid_passkey');
    expectError(
      await send({ ...first, browser: new TestClient(server) }, first.challenge),
      400,
      'invalid_passkey',
    );
    const responses = await Promise.all([send(first, first.challenge), send(first, first.challenge)]);
    expect(sortedStatuses(responses)).toEqual([200, 400]);
    await server.dataSource.query(`UPDATE passkey_challenges SET expires_at = now()`);
    expectError(await send(late, late.challenge), 400, 'invalid_passkey');
  });

  it('[PASSKEY-14] refuses a removed passkey, one of another user, and one that names another user', async () => {
    const { client, passkey, software } = await userWithPasskey();
    const other = await createUser(server, 'client');
    expectError(await signIn(software, {}, { username: other.user.username }), 401, 'unknown_passkey');
    expectError(await signIn(software, {}, { username: 'no such user' }), 401, 'unknown_passkey');
    expectError(await signIn(software, { userHandle: String(other.user.id) }), 401, 'unknown_passkey');
    expect((await client.proved.delete(paths.passkey(passkey.id))).status).toBe(204);
    expectError(await signIn(software), 401, 'unknown_passkey');
  });

  it('[PASSKEY-16] refuses a suspended account, and demo accounts while demo data is off', async () => {
    const { user, software } = await userWithPasskey();
    await server.dataSource.query(`UPDATE users SET username = 'demo_pilot' WHERE id = $1`, [user.id]);
    expectError(await signIn(software), 401, 'unknown_passkey');
    await server.dataSource.query(
      `UPDATE users SET username = 'renamed_pilot', suspended_at = now() WHERE id = $1`,
      [user.id],
    );
    expectError(await signIn(software), 403, 'account_suspended');
  });
});

describe('a passkey as second factor', () => {
  it('is required after the right password, or a recovery code', async () => {
    const user = await userWithPasskey();
    const refusal = expectError(await signInWithPassword(user), 401, 'second_factor_required');
    expect(refusal.errors?.map(({ path }) => path)).toEqual(['passkey', 'code']);
    const { challenge, browser } = await challengeOf(server);
    const passkey = user.software.sign(challenge);
    expectView(await signInWithPassword(user, { passkey }, browser), 200, userView);
    expectError(await signInWithPassword(user, { passkey }, browser), 400, 'invalid_passkey');
    expectView(await signInWithPassword(user, { code: user.recoveryCodes[0] ?? '' }), 200, userView);
  });

  it('must belong to the user of the password', async () => {
    const [user, other] = [await userWithPasskey(), await userWithPasskey()];
    const { challenge, browser } = await challengeOf(server);
    const passkey = other.software.sign(challenge);
    expectError(await signInWithPassword(user, { passkey }, browser), 401, 'unknown_passkey');
    expect((await list(other))[0]?.lastUsedAt).toBeNull();
  });

  it('[PASSKEY-15] counts as a failed sign-in if it is wrong', async () => {
    const user = await userWithPasskey();
    const passkey = user.software.sign('wrong');
    for (let count = 0; count < 10; count += 1)
      expectError(await signInWithPassword(user, { passkey }), 400, 'invalid_passkey');
    expectError(await signInWithPassword(user, { passkey }), 429, 'rate_limited');
  });
});

describe('the own passkeys', () => {
  it('[PASSKEY-11, PASSKEY-18] are renamed and removed, with audit events and mails', async () => {
    const user = await userWithPasskey();
    const path = paths.passkey(user.passkey.id);
    expect(expectView(await user.client.proved.put(path, { name: 'Phone' }), 200, passkeyView).name).toBe(
      'Phone',
    );
    expectError(await user.client.proved.put(path, { name: ' ' }), 400, 'validation_failed');
    expect((await user.client.proved.delete(path)).status).toBe(204);
    expectError(await user.client.proved.delete(path), 404, 'not_found');
    const events = await server.dataSource.query<object[]>(
      `SELECT action, actor, before, after FROM audit_events
       WHERE subject = $1 AND action LIKE '%passkey%' ORDER BY id`,
      [`user:${user.user.id}`],
    );
    const actor = `user:${user.user.id}`;
    const { id } = user.passkey;
    expect(events).toEqual([
      { action: 'account.passkey-added', actor, before: null, after: { id } },
      { action: 'account.passkey-renamed', actor, before: { id }, after: { id } },
      { action: 'account.passkey-removed', actor, before: { id }, after: {} },
    ]);
    const mails = await server.mailsTo(user.user.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A passkey was added',
      'A passkey was removed',
    ]);
    expect(mails.find(({ subject }) => subject.endsWith('removed'))?.text).toContain(
      'The passkey "Phone" was removed',
    );
  });

  it('[PASSKEY-19] keep the second factor on until the last one is removed, and then the recovery codes end', async () => {
    const user = await userWithPasskey();
    const second = await addPasskey(user);
    await user.client.proved.delete(paths.passkey(user.passkey.id));
    expect(await factors(user)).toMatchObject({ recoveryCodes: 10, passkeys: 1 });
    expectError(await signInWithPassword(user), 401, 'second_factor_required');
    await user.client.proved.delete(paths.passkey(second.passkey.id));
    expect(await factors(user)).toEqual({ activeSince: null, recoveryCodes: 0, passkeys: 0 });
    expectView(await signInWithPassword(user), 200, userView);
  });

  it('[PASSKEY-19] keep the recovery codes when the app is removed, and the app keeps them when they are removed', async () => {
    const user = await userWithPasskey();
    const { secret } = await setUpSecondFactor(user);
    await user.client.proved.delete(paths.secondFactor());
    expect(await factors(user)).toEqual({ activeSince: null, recoveryCodes: 10, passkeys: 1 });
    expectError(await signInWithPassword(user, { code: codeOf(secret, 1) }), 401, 'invalid_code');
    await setUpSecondFactor(user);
    await user.client.proved.delete(paths.passkey(user.passkey.id));
    expect(await factors(user)).toMatchObject({
      activeSince: expect.any(String),
      recoveryCodes: 10,
      passkeys: 0,
    });
  });
});
