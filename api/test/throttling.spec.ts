import { paths, userView } from '@dps/shared-contracts';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { limitClassOf, type LimitClass } from '../src/platform/throttling/request-limits.ts';
import { expectError, expectView, sortedStatuses, TestClient, type Answer } from './support/client.ts';
import { createUser, PASSWORD, signupOf, type TestUser } from './support/users.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';
import { attach } from './support/attachments.ts';
import { jobBody, postJob } from './support/jobs.ts';
import { exchange } from './support/raw-http.ts';
import { measureWork } from './support/measure-work.ts';

let server: TestServer;
let replica: TestServer;
let behindInnerProxy: TestServer;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
  const { databaseUrl } = server;
  replica = await startServer({ databaseUrl, rateLimitFactor: 1 });
  behindInnerProxy = await startServer({
    databaseUrl,
    rateLimitFactor: 1,
    trustedProxies: 'loopback,10.0.0.0/8',
  });
});
afterAll(async () => {
  await behindInnerProxy.close();
  await replica.close();
  await server.close();
});

const sql = <Row extends object>(statement: string, parameters: unknown[] = []) =>
  server.dataSource.query<Row[]>(statement, parameters);

/** Returns an unused IP address. */
let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + (addresses >> 8)}.${addresses & 255}`;
}

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

async function fill(key: string, hits: number, lasts = '10 minutes'): Promise<void> {
  await sql(
    `INSERT INTO rate_limits (key, hits, resets_at) VALUES ($1, $2, now() + $3::interval)
     ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, resets_at = excluded.resets_at`,
    [key, hits, lasts],
  );
}

async function hitsOf(key: string): Promise<number> {
  const [row] = await sql<{ hits: number }>('SELECT hits FROM rate_limits WHERE key = $1', [key]);
  return row?.hits ?? 0;
}

/** The case-folded form of a name, by which the database compares names. */
async function folded(name: string): Promise<string> {
  const [row] = await sql<{ name: string }>('SELECT username_key($1) AS name', [name]);
  return row?.name ?? '';
}

function expectLimited(answer: Answer): number {
  expectError(answer, 429, 'rate_limited');
  const retryAfter = answer.headers.get('retry-after') ?? '';
  expect(retryAfter).toMatch(/^[1-9]\d*$/);
  return Number(retryAfter);
}

const newUsername = async (overrides: object = {}) =>
  (await createUser(server, 'pilot', overrides)).user.username;

describe('failed sign-ins', () => {
  it('at one account from one network are limited to ten, with Retry-After, even with the right password', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expectError(await attemptLogin(username, { from }), 401, 'invalid_credentials');
    const seconds = expectLimited(await attemptLogin(username.toUpperCase(), { from, password: PASSWORD }));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('do not reveal whether the account exists, before and after the limit', async () => {
    const username = await newUsername();
    const known = newAddress();
    const unknown = newAddress();
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const answers: Answer[] = [];
      const work = [
        await measureWork(async () => answers.push(await attemptLogin(username, { from: known }))),
        await measureWork(async () => answers.push(await attemptLogin(`no-${username}`, { from: unknown }))),
      ];
      expect(work[0]).toEqual(work[1]);
      expect(work[0]?.hashes).toBe(attempt <= 10 ? 1 : 0);
      expect(answers.map(({ status }) => status)).toEqual(attempt <= 10 ? [401, 401] : [429, 429]);
    }
  });

  it('are reset by a successful sign-in', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await attemptLogin(username, { from });
      expectView(await attemptLogin(username, { from, password: PASSWORD }), 200, userView);
    }
    // A success subtracts only itself from the network's count, so that an own account gives no extra attempts.
    expect(await hitsOf(limitKey('login:network', from))).toBe(18);
    expect(await hitsOf(limitKey('login:pair', username, from))).toBe(0);
  });

  it('from one network do not lock out the owner, and refused ones do not count for the account', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let attempt = 0; attempt < 15; attempt += 1) await attemptLogin(username, { from });
    expectLimited(await attemptLogin(username, { from }));
    expectView(await attemptLogin(username, { password: PASSWORD }), 200, userView);
    // Ten failures, and the two sign-ins of the owner.
    expect(await hitsOf(limitKey('login:unknown', username))).toBe(12);
  });

  it('from many networks are limited for the account, except from networks with an earlier sign-in', async () => {
    const username = await newUsername();
    const home = newAddress();
    expectView(await attemptLogin(username, { from: home, password: PASSWORD }), 200, userView);
    await fill(limitKey('login:unknown', username), 100);
    expectLimited(await attemptLogin(username));
    expectLimited(await attemptLogin(username, { password: PASSWORD }));
    expectError(await attemptLogin(username, { from: home }), 401, 'invalid_credentials');
    expectView(await attemptLogin(username, { from: home, password: PASSWORD }), 200, userView);
  });

  it('at many accounts from one network are limited only for this network', async () => {
    const from = newAddress();
    await fill(limitKey('login:network', from), 99);
    expectError(await attemptLogin('some-user', { from }), 401, 'invalid_credentials');
    expectLimited(await attemptLogin('other-user', { from }));
    expectError(await attemptLogin('other-user'), 401, 'invalid_credentials');
  });

  it('at once on two replicas share one limit of ten', async () => {
    const username = await newUsername();
    const from = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        attemptLogin(username, { from, at: index % 2 ? server : replica }),
      ),
    );
    const statuses = sortedStatuses(answers);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('are reset after their window', async () => {
    const username = await newUsername();
    const from = newAddress();
    const key = limitKey('login:pair', username, from);
    await fill(key, 10, '30 seconds');
    expect(expectLimited(await attemptLogin(username, { from }))).toBeLessThanOrEqual(30);
    await fill(key, 10, '0 seconds');
    expectError(await attemptLogin(username, { from }), 401, 'invalid_credentials');
    expect(await hitsOf(key)).toBe(1);
  });

  it('with a server error are not counted', async () => {
    const username = await newUsername();
    const from = newAddress();
    const keys = [
      limitKey('login:network', from),
      limitKey('login:pair', username, from),
      limitKey('login:unknown', username),
    ];
    const before = await Promise.all(keys.map(hitsOf));
    await sql(`UPDATE users SET password_hash = 'unreadable' WHERE username = $1`, [username]);
    expectError(await attemptLogin(username, { from }), 500, 'internal');
    expect(await Promise.all(keys.map(hitsOf))).toEqual(before);
  });

  it.each([
    ['in another letter case', 'Sky_Pilot', 'sKY_pILOT'],
    ['in another script', 'Пилот', 'Пилот'],
    ['of 64 code units', `${'x'.repeat(62)}🚁`, `${'X'.repeat(62)}🚁`],
    ['with spaces, quotes and NUL-like signs', `o'x "y" \\0 %`, `O'X "Y" \\0 %`],
  ])('count for a name %s', async (_what, username, typed) => {
    await newUsername({ username });
    const from = newAddress();
    expectError(await attemptLogin(username, { from }), 401, 'invalid_credentials');
    const key = limitKey('login:pair', await folded(typed), from);
    expect(await hitsOf(key)).toBe(1);
    await fill(key, 10);
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
  it('at one account from one network are limited to 20 a minute', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expectView(await attemptLogin(username, { from, password: PASSWORD }), 200, userView);
    }
    const work = await measureWork(async () => {
      expect(expectLimited(await attemptLogin(username, { from, password: PASSWORD }))).toBeLessThanOrEqual(
        60,
      );
    });
    expect(work.hashes).toBe(0);
  });

  it('at one account from many networks are limited to 100 in a quarter of an hour', async () => {
    const username = await newUsername();
    await fill(limitKey('login:unknown', username), 99);
    expectView(await attemptLogin(username, { password: PASSWORD }), 200, userView);
    expectLimited(await attemptLogin(username, { password: PASSWORD }));
  });

  it('at many accounts from one network are limited to 60 a minute, before a password is hashed', async () => {
    const username = await newUsername();
    const from = newAddress();
    await fill(limitKey('sign-in:network', from, 60), 59, '1 minute');
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

  it('from one network are limited to 100, before a password is hashed', async () => {
    const from = newAddress();
    await fill(limitKey('sign-up:network', from, 900), 99);
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
    expect(await hitsOf(limitKey('sign-up:network', from, 900))).toBe(3);
  });
});

describe('the client address', () => {
  /** The hits that one failed sign-in with these headers adds to a network. */
  async function addedTo(network: string, forwarded: string, at = server): Promise<number> {
    const key = limitKey('login:network', network);
    const before = await hitsOf(key);
    await attemptLogin('no-such-user', { from: forwarded, at });
    return (await hitsOf(key)) - before;
  }

  it.each([
    ['the address from the proxy', '203.0.113.1', '203.0.113.1'],
    ['the last address, after a forged address', '8.8.8.8, 203.0.113.2', '203.0.113.2'],
    ['the last address, after a loopback address', '127.0.0.1, 203.0.113.3', '203.0.113.3'],
    ['the last address, after garbage', '<script>, "x", unknown, 203.0.113.4', '203.0.113.4'],
    ['the last address that is not a trusted proxy', '203.0.113.5, 127.0.0.1', '203.0.113.5'],
    ['the last of many', `${'192.0.2.7, '.repeat(400)}203.0.113.6`, '203.0.113.6'],
    ['an IPv4-mapped IPv6 address', '::ffff:203.0.113.7', '203.0.113.7'],
    ['an address without its port', '203.0.113.8:51234', '203.0.113.8'],
    ['the /64 of an IPv6 address', '2001:db8:aa:bb:1:2:3:4', '2001:db8:aa:bb::/64'],
    ['the same /64 of another address', '2001:db8:aa:bb:ffff::1', '2001:db8:aa:bb::/64'],
    ['the proxy, for an invalid header', 'garbage', '127.0.0.1'],
    ['the proxy, for an empty header', '', '127.0.0.1'],
  ])('is %s', async (_what, forwarded, network) => {
    expect(await addedTo(network, forwarded)).toBe(1);
  });

  it.each([
    ['through two trusted proxies', '203.0.113.20, 10.0.0.5', '203.0.113.20'],
    ['with a forged address before', '8.8.8.8, 203.0.113.21, 10.0.0.5', '203.0.113.21'],
    ['with an inner address forged before', '10.0.0.9, 203.0.113.22, 10.0.0.5', '203.0.113.22'],
  ])('is the client %s', async (_what, forwarded, network) => {
    expect(await addedTo(network, forwarded, behindInnerProxy)).toBe(1);
  });

  it('is the peer address if the peer is not a trusted proxy', async () => {
    const open = await startServer({ databaseUrl: server.databaseUrl, trustedProxies: '192.0.2.0/24' });
    expect(await addedTo('127.0.0.1', '203.0.113.30', open)).toBe(1);
    expect(await addedTo('203.0.113.30', '203.0.113.30', open)).toBe(0);
    await open.close();
  });

  it('is not read from other headers', async () => {
    const key = limitKey('login:network', '127.0.0.1');
    const before = await hitsOf(key);
    await new TestClient(server).send(
      'POST',
      paths.login(),
      { username: 'no-such-user', password: 'not it' },
      {
        forwarded: 'for=203.0.113.40',
        'x-real-ip': '203.0.113.40',
        'x-client-ip': '203.0.113.40',
        'true-client-ip': '203.0.113.40',
        'cf-connecting-ip': '203.0.113.40',
      },
    );
    expect((await hitsOf(key)) - before).toBe(1);
  });
});

describe('writes', () => {
  const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
  const rename = ({ client, user: { email } }: TestUser, from = newAddress()) =>
    client.send('PUT', paths.profile(), { name: 'New name', email }, { 'x-forwarded-for': from });
  const keyOf = ({ user }: TestUser, name: LimitClass, window: number) =>
    limitKey(`${name}:account`, user.id, window);

  it('have a limit on every route, and reads have none', () => {
    const [writes = [], reads = []] = [true, false].map((isWrite) =>
      server.routes
        .filter(({ method }) => WRITES.has(method) === isWrite)
        .map(({ permission }) => permission),
    );
    expect(reads.filter((permission) => limitClassOf(permission) !== null)).toEqual([]);
    const unlimited = writes.filter((permission) => limitClassOf(permission) === null);
    expect(unlimited.toSorted()).toEqual(['payments.webhook', 'telemetry.report']);
  });

  it('of one account are limited to 120 a minute from all networks together, and count on both replicas', async () => {
    const user = await createUser(server, 'pilot');
    await fill(keyOf(user, 'write', 60), 118, '1 minute');
    expect((await rename(user)).status).toBe(200);
    const atReplica = { ...user, client: new TestClient(replica, user.client.cookie) };
    expect((await rename(atReplica)).status).toBe(200);
    expect(expectLimited(await rename(user))).toBeLessThanOrEqual(60);
    expectLimited(await rename(atReplica));
  });

  it('beyond the limit cost no statement but the session, and do not count for the network', async () => {
    const user = await createUser(server, 'pilot');
    const from = newAddress();
    await fill(keyOf(user, 'write', 60), 120, '1 minute');
    expectLimited(await rename(user, from));
    const { statements } = await measureWork(async () => expectLimited(await rename(user, from)));
    expect(statements).toEqual([expect.stringContaining('sessions')]);
    expect(await hitsOf(limitKey('write:network', from, 60))).toBe(1);
  });

  it('of many accounts of one network are limited to 600 a minute', async () => {
    const user = await createUser(server, 'pilot');
    const from = newAddress();
    await fill(limitKey('write:network', from, 60), 599, '1 minute');
    expect((await rename(user, from)).status).toBe(200);
    expectLimited(await rename(user, from));
    expect((await rename(user)).status).toBe(200);
  });

  it('are accepted again after the window', async () => {
    const user = await createUser(server, 'pilot');
    await fill(keyOf(user, 'write', 60), 120, '1 second');
    let answer = await rename(user);
    expect(expectLimited(answer)).toBe(1);
    while (answer.status === 429) answer = await rename(user);
    expect(answer.status).toBe(200);
  });

  it.each([
    [30, 3600],
    [100, 86_400],
  ])('that post jobs are limited to %d in %d seconds for one account', async (most, window) => {
    const owner = await createUser(server, 'client');
    await fill(keyOf(owner, 'post-job', window), most - 1);
    await postJob(owner);
    expectLimited(await owner.client.post(paths.jobs(), jobBody()));
    const [row] = await sql<{ jobs: number }>('SELECT count(*)::int AS jobs FROM jobs WHERE client_id = $1', [
      owner.user.id,
    ]);
    expect(row?.jobs).toBe(1);
  });

  it('that attach a file are limited to 100 an hour, before the file is read', async () => {
    const owner = await createUser(server, 'client');
    const { id } = await postJob(owner);
    await fill(keyOf(owner, 'add-attachment', 3600), 99);
    await attach(owner, id);
    const head = [
      `POST ${paths.attachments(id)} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 13000000',
      `Cookie: ${owner.client.cookie}`,
    ];
    const answer = await exchange(server, `${head.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: [^]*connection: close[^]*rate_limited/);
  });
});

describe('forged host and scheme headers', () => {
  const FORGED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' };

  it('do not change the cookie', async () => {
    const username = await newUsername();
    const answer = await new TestClient(server).send(
      'POST',
      paths.login(),
      { username, password: PASSWORD },
      FORGED,
    );
    expect(answer.headers.getSetCookie()[0]).not.toMatch(/Secure|__Host-|Domain|evil/);
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  it('do not bypass the origin check', async () => {
    const write = (headers: Record<string, string>) =>
      new TestClient(server).send('POST', paths.signup(), signupOf('client'), headers);
    const forged = await write({ ...FORGED, origin: 'https://evil.example' });
    expectError(forged, 403, 'cross_site_request');
    expectView(await write({ ...FORGED, origin: PUBLIC_ORIGIN }), 201, userView);
  });
});
