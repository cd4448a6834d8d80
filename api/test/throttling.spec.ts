import { paths, userView } from '@dps/shared-contracts';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { expectError, expectView, sortedStatuses, TestClient, type Answer } from './support/client.ts';
import { createPerson, PASSWORD, signupOf } from './support/people.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';
import { workOf } from './support/work.ts';

let server: TestServer;
let replica: TestServer;
let behindInnerProxy: TestServer;
beforeAll(async () => {
  server = await startServer();
  const { databaseUrl } = server;
  replica = await startServer({ databaseUrl });
  behindInnerProxy = await startServer({ databaseUrl, trustedProxies: 'loopback,10.0.0.0/8' });
});
afterAll(async () => {
  await behindInnerProxy.close();
  await replica.close();
  await server.close();
});

const sql = <Row extends object>(statement: string, parameters: unknown[] = []) =>
  server.dataSource.query<Row[]>(statement, parameters);

/** An address that nobody has come from yet. */
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

/** Tries to sign in with a wrong password, through the proxy that is trusted, from an address. */
function tryAs(username: string, { password = 'not it', from = newAddress(), at = server }: SignIn = {}) {
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

/** A name in the spelling by which the database tells names apart. */
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
  (await createPerson(server, 'pilot', overrides)).user.username;

describe('failed sign-ins', () => {
  it('at one account from one network stop after ten, the right password too, and it says for how long', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expectError(await tryAs(username, { from }), 401, 'invalid_credentials');
    const seconds = expectLimited(await tryAs(username.toUpperCase(), { from, password: PASSWORD }));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('tell nothing of whether the account exists, before and after the limit', async () => {
    const username = await newUsername();
    const known = newAddress();
    const unknown = newAddress();
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const answers: Answer[] = [];
      const work = [
        await workOf(async () => answers.push(await tryAs(username, { from: known }))),
        await workOf(async () => answers.push(await tryAs(`no-${username}`, { from: unknown }))),
      ];
      expect(work[0]).toEqual(work[1]);
      expect(work[0]?.hashes).toBe(attempt <= 10 ? 1 : 0);
      expect(answers.map(({ status }) => status)).toEqual(attempt <= 10 ? [401, 401] : [429, 429]);
    }
  });

  it('end with a sign-in that succeeds', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 9; attempt += 1) await tryAs(username, { from });
      expectView(await tryAs(username, { from, password: PASSWORD }), 200, userView);
    }
    // The network's own count falls by the successes alone, so that an account of one's own buys no guesses.
    expect(await hitsOf(limitKey('login:network', from))).toBe(18);
    expect(await hitsOf(limitKey('login:pair', username, from))).toBe(0);
  });

  it('from one network do not lock out the owner, nor count for the account once they are refused', async () => {
    const username = await newUsername();
    const from = newAddress();
    for (let attempt = 0; attempt < 15; attempt += 1) await tryAs(username, { from });
    expectLimited(await tryAs(username, { from }));
    expectView(await tryAs(username, { password: PASSWORD }), 200, userView);
    expect(await hitsOf(limitKey('login:unknown', username))).toBe(10);
  });

  it('from many networks stop for the account, but not where it has signed in from before', async () => {
    const username = await newUsername();
    const home = newAddress();
    expectView(await tryAs(username, { from: home, password: PASSWORD }), 200, userView);
    await fill(limitKey('login:unknown', username), 100);
    expectLimited(await tryAs(username));
    expectLimited(await tryAs(username, { password: PASSWORD }));
    expectError(await tryAs(username, { from: home }), 401, 'invalid_credentials');
    expectView(await tryAs(username, { from: home, password: PASSWORD }), 200, userView);
  });

  it('at many accounts from one network stop there alone', async () => {
    const from = newAddress();
    await fill(limitKey('login:network', from), 99);
    expectError(await tryAs('whoever', { from }), 401, 'invalid_credentials');
    expectLimited(await tryAs('somebody-else', { from }));
    expectError(await tryAs('somebody-else'), 401, 'invalid_credentials');
  });

  it('at once on two replicas are ten all the same', async () => {
    const username = await newUsername();
    const from = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => tryAs(username, { from, at: index % 2 ? server : replica })),
    );
    const statuses = sortedStatuses(answers);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it('are forgotten with their window', async () => {
    const username = await newUsername();
    const from = newAddress();
    const key = limitKey('login:pair', username, from);
    await fill(key, 10, '30 seconds');
    expect(expectLimited(await tryAs(username, { from }))).toBeLessThanOrEqual(30);
    await fill(key, 10, '0 seconds');
    expectError(await tryAs(username, { from }), 401, 'invalid_credentials');
    expect(await hitsOf(key)).toBe(1);
  });

  it('that could not be made are not counted', async () => {
    const username = await newUsername();
    const from = newAddress();
    await sql(`UPDATE users SET password_hash = 'unreadable' WHERE username = $1`, [username]);
    expectError(await tryAs(username, { from }), 500, 'internal');
    for (const key of [
      limitKey('login:network', from),
      limitKey('login:pair', username, from),
      limitKey('login:unknown', username),
    ])
      expect(await hitsOf(key)).toBe(0);
  });

  it.each([
    ['in other case', 'Sky_Pilot', 'sKY_pILOT'],
    ['in another script', 'Пилот', 'Пилот'],
    ['of 64 code units', `${'x'.repeat(62)}🚁`, `${'X'.repeat(62)}🚁`],
    ['with spaces, quotes and NUL-like signs', `o'x "y" \\0 %`, `O'X "Y" \\0 %`],
  ])('count for a name %s', async (_what, username, typed) => {
    await newUsername({ username });
    const from = newAddress();
    expectError(await tryAs(username, { from }), 401, 'invalid_credentials');
    const key = limitKey('login:pair', await folded(typed), from);
    expect(await hitsOf(key)).toBe(1);
    await fill(key, 10);
    expectError(await tryAs(typed, { from }), 429, 'rate_limited');
  });

  it('leave rows of bounded size that name nobody', async () => {
    const from = newAddress();
    await tryAs('x'.repeat(64), { from });
    const rows = await sql<{ key: string }>('SELECT key FROM rate_limits');
    expect(rows.every(({ key }) => /^[a-z:]{1,20}:[\w-]{1,43}$/.test(key))).toBe(true);
  });
});

describe('signups', () => {
  const signUp = (from: string, body: object = signupOf('client')) =>
    new TestClient(server).send('POST', paths.signup(), body, { 'x-forwarded-for': from });

  it('from one network stop after a hundred, before a password is hashed', async () => {
    const from = newAddress();
    await fill(limitKey('signup:network', from), 99);
    expectView(await signUp(from), 201, userView);
    const work = await workOf(async () => expectLimited(await signUp(from)));
    expect(work).toMatchObject({ hashes: 0, statements: [expect.stringContaining('rate_limits')] });
    expectView(await signUp(newAddress()), 201, userView);
  });

  it('that are taken count too, mistyped ones do not', async () => {
    const from = newAddress();
    const signup = signupOf('client');
    await signUp(from, signup);
    expectError(await signUp(from, signup), 409, 'username_taken');
    expectError(await signUp(from, { ...signup, email: 'none' }), 400, 'validation_failed');
    expect(await hitsOf(limitKey('signup:network', from))).toBe(2);
  });
});

describe('who asks', () => {
  /** The hits that one failed sign-in with these headers adds to a network. */
  async function addedTo(network: string, forwarded: string, at = server): Promise<number> {
    const key = limitKey('login:network', network);
    const before = await hitsOf(key);
    await tryAs('nobody-at-all', { from: forwarded, at });
    return (await hitsOf(key)) - before;
  }

  it.each([
    ['the address that the proxy names', '203.0.113.1', '203.0.113.1'],
    ['the last address, whatever the client wrote before it', '8.8.8.8, 203.0.113.2', '203.0.113.2'],
    ['the last address, after an address of our own network', '127.0.0.1, 203.0.113.3', '203.0.113.3'],
    ['the last address, after garbage', '<script>, "x", unknown, 203.0.113.4', '203.0.113.4'],
    ['the last address that is no proxy of ours', '203.0.113.5, 127.0.0.1', '203.0.113.5'],
    ['the last of many', `${'192.0.2.7, '.repeat(400)}203.0.113.6`, '203.0.113.6'],
    ['an IPv4 address in the clothes of IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['an address without its port', '203.0.113.8:51234', '203.0.113.8'],
    ['the /64 of an IPv6 address', '2001:db8:aa:bb:1:2:3:4', '2001:db8:aa:bb::/64'],
    ['the same /64 of another', '2001:db8:aa:bb:ffff::1', '2001:db8:aa:bb::/64'],
    ['the proxy, where it names no address', 'garbage', '127.0.0.1'],
    ['the proxy, where it names nothing', '', '127.0.0.1'],
  ])('is %s', async (_what, forwarded, network) => {
    expect(await addedTo(network, forwarded)).toBe(1);
  });

  it.each([
    ['through two proxies of ours', '203.0.113.20, 10.0.0.5', '203.0.113.20'],
    ['with a forged address before', '8.8.8.8, 203.0.113.21, 10.0.0.5', '203.0.113.21'],
    ['with an inner address forged before', '10.0.0.9, 203.0.113.22, 10.0.0.5', '203.0.113.22'],
  ])('is the client %s', async (_what, forwarded, network) => {
    expect(await addedTo(network, forwarded, behindInnerProxy)).toBe(1);
  });

  it('is the peer that is no proxy of ours, whatever its header says', async () => {
    const open = await startServer({ databaseUrl: server.databaseUrl, trustedProxies: '192.0.2.0/24' });
    expect(await addedTo('127.0.0.1', '203.0.113.30', open)).toBe(1);
    expect(await addedTo('203.0.113.30', '203.0.113.30', open)).toBe(0);
    await open.close();
  });

  it('is not asked of any other header', async () => {
    const key = limitKey('login:network', '127.0.0.1');
    const before = await hitsOf(key);
    await new TestClient(server).send(
      'POST',
      paths.login(),
      { username: 'nobody-at-all', password: 'not it' },
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

describe('what a proxy says of the host and the scheme decides nothing', () => {
  const FORGED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' };

  it('of the cookie', async () => {
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

  it('of the site that writes', async () => {
    const write = (headers: Record<string, string>) =>
      new TestClient(server).send('POST', paths.signup(), signupOf('client'), headers);
    const forged = await write({ ...FORGED, origin: 'https://evil.example' });
    expectError(forged, 403, 'cross_site_request');
    expectView(await write({ ...FORGED, origin: PUBLIC_ORIGIN }), 201, userView);
  });
});
