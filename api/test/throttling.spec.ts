import { paths, userView } from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { expectError, expectView, sortedStatuses, TestClient, type ApiResponse } from './support/client.ts';
import { expectLimited, fill, hitsOf, newAddress } from './support/rate-limits.ts';
import { createUser, PASSWORD, signupOf } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';
import { measureWork } from './support/measure-work.ts';

let server: TestServer;
let replica: TestServer;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
  replica = await startServer({ databaseUrl: server.databaseUrl, rateLimitFactor: 1 });
});
afterAll(async () => {
  await replica.close();
  await server.close();
});

const sql = <Row extends object>(statement: string, parameters: unknown[] = []) =>
  server.dataSource.query<Row[]>(statement, parameters);

interface SignIn {
  password?: string;
  from?: string;
  at?: TestServer;
}

/** Signs in through the trusted proxy, by default with a wrong password from a new address. */
function attemptLogin(
  username: string,
  { password = 'not it', from = newAddress(), at = server }: SignIn = {},
) {
  const body = { username, password };
  return new TestClient(at).send('POST', paths.login(), body, { 'x-forwarded-for': from });
}

/** The case-folded form of a name, by which the database compares names. */
async function folded(name: string): Promise<string> {
  const [row] = await sql<{ name: string }>('SELECT username_key($1) AS name', [name]);
  return row?.name ?? '';
}

const newUsername = async (overrides: object = {}) =>
  (await createUser(server, 'pilot', overrides)).user.username;

describe('failed sign-ins', () => {
  it('[SECURE-10] at one account from one network are limited to ten, even with the right password, and do not reveal whether it exists', async () => {
    const username = await newUsername();
    const known = newAddress();
    const unknown = newAddress();
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const responses: ApiResponse[] = [];
      const work = [
        await measureWork(async () => responses.push(await attemptLogin(username, { from: known }))),
        await measureWork(async () =>
          responses.push(await attemptLogin(`no-${username}`, { from: unknown })),
        ),
      ];
      expect(work[0]).toEqual(work[1]);
      expect(work[0]?.hashes).toBe(attempt <= 10 ? 1 : 0);
      expect(responses.map(({ status }) => status)).toEqual(attempt <= 10 ? [401, 401] : [429, 429]);
    }
    const right = { from: known, password: PASSWORD };
    const seconds = expectLimited(await attemptLogin(username.toUpperCase(), right));
    // A quarter of an hour.
    expect(Math.ceil(seconds / 300)).toBe(3);
  });

  it('are reset by a successful sign-in', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await attemptLogin(username, { from });
      expectView(await attemptLogin(username, { from, password: PASSWORD }), 200, userView);
    }
    // A success subtracts only itself from the network's count, so that an own account gives no extra attempts.
    expect(await hitsOf(server, limitKey('login:network', from))).toBe(18);
    expect(await hitsOf(server, limitKey('login:pair', username, from))).toBe(0);
  });

  it('from one network do not lock out the owner, and refused ones do not count for the account', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let attempt = 0; attempt < 15; attempt += 1) await attemptLogin(username, { from });
    expectLimited(await attemptLogin(username, { from }));
    expectView(await attemptLogin(username, { password: PASSWORD }), 200, userView);
    // Ten failures, and the sign-in of the owner.
    expect(await hitsOf(server, limitKey('login:unknown', username))).toBe(11);
  });

  it('from many networks are limited for the account, except from networks with an earlier sign-in', async () => {
    const username = await newUsername();
    const home = newAddress();
    expectView(await attemptLogin(username, { from: home, password: PASSWORD }), 200, userView);
    await fill(server, limitKey('login:unknown', username), 100);
    expectLimited(await attemptLogin(username));
    expectLimited(await attemptLogin(username, { password: PASSWORD }));
    expectError(await attemptLogin(username, { from: home }), 401, 'invalid_credentials');
    expectView(await attemptLogin(username, { from: home, password: PASSWORD }), 200, userView);
  });

  it('[SECURE-10] at many accounts from one network are limited only for this network', async () => {
    const from = newAddress();
    await fill(server, limitKey('login:network', from), 99);
    expectError(await attemptLogin('some-user', { from }), 401, 'invalid_credentials');
    expectLimited(await attemptLogin('other-user', { from }));
    expectError(await attemptLogin('other-user'), 401, 'invalid_credentials');
  });

  it('[SECURE-38] beyond a hundred that wait are refused before their first count, with Retry-After', async () => {
    const addresses = Array.from({ length: 200 }, newAddress);
    const holder = server.dataSource.createQueryRunner();
    await holder.startTransaction();
    // No sign-in ends before one is refused.
    await holder.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const attempts = addresses.map((from) => attemptLogin('waiting-user', { from }));
    const isRefused = ({ status, headers }: ApiResponse) =>
      status === 503 && Number(headers.get('retry-after')) >= 2;
    await Promise.any(
      attempts.map(async (attempt) => {
        if (!isRefused(await attempt)) throw new Error('The sign-in was not refused');
      }),
    );
    await holder.rollbackTransaction();
    await holder.release();
    const responses = await Promise.all(attempts);
    const refused = addresses.filter((_from, index) => responses[index] && isRefused(responses[index]));
    const keys = refused.map((from) => limitKey('login:network', from));
    expect(await sql('SELECT key FROM rate_limits WHERE key = ANY($1)', [keys])).toEqual([]);
  });

  it('at once on two replicas share one limit of ten', async () => {
    const username = await newUsername();
    const from = newAddress();
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        attemptLogin(username, { from, at: index % 2 ? server : replica }),
      ),
    );
    const statuses = sortedStatuses(responses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('are reset after their window', async () => {
    const username = await newUsername();
    const from = newAddress();
    const key = limitKey('login:pair', username, from);
    await fill(server, key, 10);
    expectLimited(await attemptLogin(username, { from }));
    await fill(server, key, 10, '0 seconds');
    expectError(await attemptLogin(username, { from }), 401, 'invalid_credentials');
    expect(await hitsOf(server, key)).toBe(1);
  });

  it('with a server error are not counted', async () => {
    const username = await newUsername();
    const from = newAddress();
    const keys = [
      limitKey('login:network', from),
      limitKey('login:pair', username, from),
      limitKey('login:unknown', username),
    ];
    const before = await Promise.all(keys.map((key) => hitsOf(server, key)));
    await sql(`UPDATE users SET password_hash = 'unreadable' WHERE username = $1`, [username]);
    expectError(await attemptLogin(username, { from }), 500, 'internal');
    expect(await Promise.all(keys.map((key) => hitsOf(server, key)))).toEqual(before);
  });

  it.each([
    ['of 64 code units', `${'x'.repeat(62)}🚁`, `${'X'.repeat(62)}🚁`],
    ['with spaces, quotes and NUL-like signs', `o'x "y" \\0 %`, `O'X "Y" \\0 %`],
  ])('count for a name %s in any letter case', async (_what, username, typed) => {
    await newUsername({ username });
    const from = newAddress();
    expectError(await attemptLogin(username, { from }), 401, 'invalid_credentials');
    const key = limitKey('login:pair', await folded(typed), from);
    expect(await hitsOf(server, key)).toBe(1);
    await fill(server, key, 10);
    expectError(await attemptLogin(typed, { from }), 429, 'rate_limited');
  });

  it('store rows of bounded size without names', async () => {
    const from = newAddress();
    await attemptLogin('x'.repeat(64), { from });
    const rows = await sql<{ key: string }>('SELECT key FROM rate_limits');
    expect(rows.every(({ key }) => /^[a-z:-]{1,24}:[\w-]{1,43}$/.test(key))).toBe(true);
  });
});

describe('sign-ins with the right password', () => {
  it('[SECURE-23] at one account from one network are limited to 20 a minute', async () => {
    const username = await newUsername();
    const from = newAddress();
    const key = limitKey('login:minute', username, from);
    expectView(await attemptLogin(username, { from, password: PASSWORD }), 200, userView);
    expect(await hitsOf(server, key)).toBe(1);
    await fill(server, key, 19);
    expectView(await attemptLogin(username, { from, password: PASSWORD }), 200, userView);
    const work = await measureWork(async () => {
      expectLimited(await attemptLogin(username, { from, password: PASSWORD }));
    });
    expect(work.hashes).toBe(0);
  });

  it('at one account from many networks are limited to 100 in a quarter of an hour', async () => {
    const username = await newUsername();
    await fill(server, limitKey('login:unknown', username), 99);
    expectView(await attemptLogin(username, { password: PASSWORD }), 200, userView);
    expectLimited(await attemptLogin(username, { password: PASSWORD }));
  });

  it('[SECURE-23] at many accounts from one network are limited to 60 a minute, before a password is hashed', async () => {
    const username = await newUsername();
    const from = newAddress();
    await fill(server, limitKey('sign-in:network', from, 60), 59);
    expectView(await attemptLogin(username, { from, password: PASSWORD }), 200, userView);
    const work = await measureWork(async () =>
      expectLimited(await attemptLogin(username, { from, password: PASSWORD })),
    );
    expect(work).toMatchObject({ hashes: 0, statements: [expect.stringContaining('rate_limits')] });
    expectView(await attemptLogin(username, { password: PASSWORD }), 200, userView);
  });
});

describe('signups', () => {
  const signUp = (from: string, body: object = signupOf('client')) =>
    new TestClient(server).send('POST', paths.signup(), body, { 'x-forwarded-for': from });

  it('[SECURE-11] from one network are limited to 100, before a password is hashed', async () => {
    const from = newAddress();
    await fill(server, limitKey('sign-up:network', from, 900), 99);
    expectView(await signUp(from), 201, userView);
    const work = await measureWork(async () => expectLimited(await signUp(from)));
    expect(work).toMatchObject({ hashes: 0, statements: [expect.stringContaining('rate_limits')] });
    expectView(await signUp(newAddress()), 201, userView);
  });

  it('that fail count too', async () => {
    const from = newAddress();
    const signup = signupOf('client');
    await signUp(from, signup);
    expectError(await signUp(from, signup), 409, 'username_taken');
    expectError(await signUp(from, { ...signup, email: 'none' }), 400, 'validation_failed');
    expect(await hitsOf(server, limitKey('sign-up:network', from, 900))).toBe(3);
  });
});
