import { paths, userView } from '@dps/shared-contracts';
import { expectError, expectView, TestClient, sortedStatuses } from './support/client.ts';
import { cookieOf, createPerson, PASSWORD, signIn, signupOf } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let nobody: TestClient;
beforeAll(async () => {
  server = await startServer();
  nobody = new TestClient(server);
});
afterAll(() => server.close());

describe('signup', () => {
  it('creates an account, shows it without the password, and does not sign in', async () => {
    const signup = signupOf('pilot', { flightHours: '120.5' });
    const answer = await nobody.post(paths.signup(), signup);
    const user = expectView(answer, 201, userView);
    const { password: _password, ...shown } = signup;
    expect(user).toEqual({ ...shown, id: user.id, flightHours: 120.5, profileImage: null });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('stores no password, only its argon2id hash', async () => {
    const { user } = await createPerson(server, 'client');
    const [row] = await server.dataSource.query<{ password_hash: string }[]>(
      'SELECT password_hash FROM users WHERE id = $1',
      [user.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('keeps flight hours of pilots alone', async () => {
    const { user } = await createPerson(server, 'client', { flightHours: 10 });
    expect(user.flightHours).toBeNull();
  });

  it('refuses a username that somebody has, in any case', async () => {
    const { user } = await createPerson(server, 'client');
    const signup = signupOf('client', { username: user.username.toUpperCase() });
    expectError(await nobody.post(paths.signup(), signup), 409, 'username_taken');
  });

  it('refuses an address that somebody has, in any case', async () => {
    const { user } = await createPerson(server, 'client');
    const signup = signupOf('client', { email: user.email.toUpperCase() });
    expectError(await nobody.post(paths.signup(), signup), 409, 'email_taken');
  });

  it('lets one of two signups at once have the name', async () => {
    const signup = signupOf('client');
    const other = { ...signupOf('client'), username: signup.username };
    const answers = await Promise.all([signup, other].map((body) => nobody.post(paths.signup(), body)));
    expect(sortedStatuses(answers)).toEqual([201, 409]);
  });

  it.each([
    ['a role that is not there', { role: 'admin' }, 'role'],
    ['a short password', { password: '12345' }, 'password'],
    ['a password of a million characters', { password: 'x'.repeat(90_000) }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a password that is no text', { password: 123_456 }, 'password'],
    ['an address that is none', { email: 'nobody' }, 'email'],
    ['NUL', { name: 'a\u0000b' }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['negative flight hours', { flightHours: -1 }, 'flightHours'],
    ['flight hours that are no number', { flightHours: '1,000' }, 'flightHours'],
    ['too many flight hours', { flightHours: '1000000' }, 'flightHours'],
  ])('refuses %s', async (_what, overrides, path) => {
    const answer = await nobody.post(paths.signup(), signupOf('pilot', overrides));
    const { errors } = expectError(answer, 400, 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  it.each([['confirmPassword'], ['isAdmin'], ['id'], ['createdAt']])(
    'refuses the unknown field %s',
    async (name) => {
      const answer = await nobody.post(paths.signup(), signupOf('pilot', { [name]: 1 }));
      const { errors } = expectError(answer, 400, 'validation_failed');
      expect(errors?.[0]?.message).toContain(name);
    },
  );
});

describe('login', () => {
  it('answers the user and sets a session cookie that scripts and other sites cannot use', async () => {
    const { user } = await createPerson(server, 'pilot');
    const answer = await nobody.post(paths.login(), { username: user.username, password: PASSWORD });
    expect(expectView(answer, 200, userView)).toEqual(user);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^dps_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('keeps only a hash of the token', async () => {
    const { client } = await createPerson(server, 'pilot');
    const token = client.cookie?.split('=')[1] ?? '';
    const rows = await server.dataSource.query<{ token_hash: Buffer }[]>('SELECT token_hash FROM sessions');
    expect(rows.some((row) => row.token_hash.toString('base64url') === token)).toBe(false);
    expect(rows[0]?.token_hash).toHaveLength(32);
  });

  it('tells a wrong password and an unknown user alike', async () => {
    const { user } = await createPerson(server, 'pilot');
    const wrong = await nobody.post(paths.login(), { username: user.username, password: 'not it' });
    const unknown = await nobody.post(paths.login(), { username: 'nobody-at-all', password: 'not it' });
    const { message } = expectError(wrong, 401, 'invalid_credentials');
    expect(message).toBe('Invalid username or password.');
    expect(expectError(unknown, 401, 'invalid_credentials').message).toBe(message);
  });

  it('names the missing fields', async () => {
    const { errors } = expectError(await nobody.post(paths.login(), {}), 400, 'validation_failed');
    expect(errors).toEqual([
      { path: 'username', message: 'Username is required' },
      { path: 'password', message: 'Password is required' },
    ]);
  });

  it('refuses a password too long to be one before it is hashed', async () => {
    const body = { username: 'someone', password: 'x'.repeat(50_000) };
    expectError(await nobody.post(paths.login(), body), 400, 'validation_failed');
  });

  it('opens a new session and ends the one that the browser had', async () => {
    const { user, client: earlier } = await createPerson(server, 'pilot');
    const answer = await earlier.post(paths.login(), { username: user.username, password: PASSWORD });
    expect(cookieOf(answer)).not.toBe(earlier.cookie);
    expectError(await earlier.get(paths.currentUser()), 401, 'unauthenticated');
    expectView(await new TestClient(server, cookieOf(answer)).get(paths.currentUser()), 200, userView);
  });

  it('does not take over a session that somebody else chose', async () => {
    const { user } = await createPerson(server, 'pilot');
    const fixed = `dps_session=${'A'.repeat(43)}`;
    const answer = await new TestClient(server, fixed).post(paths.login(), {
      username: user.username,
      password: PASSWORD,
    });
    expect(cookieOf(answer)).not.toBe(fixed);
    expectError(await new TestClient(server, fixed).get(paths.currentUser()), 401, 'unauthenticated');
  });
});

describe('throttling', () => {
  const fail = (username: string, headers = {}) =>
    nobody.send('POST', paths.login(), { username, password: 'not it' }, headers);

  it('stops guessing at one account after ten failures, the right password too, and says for how long', async () => {
    const { user } = await createPerson(server, 'pilot');
    for (let attempt = 0; attempt < 10; attempt += 1)
      expectError(await fail(user.username), 401, 'invalid_credentials');
    const answer = await nobody.post(paths.login(), {
      username: user.username.toUpperCase(),
      password: PASSWORD,
    });
    expectError(answer, 429, 'rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800);
  });

  it('does not count what succeeded', async () => {
    const { user } = await createPerson(server, 'pilot');
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn(server, user.username);
    const [row] = await server.dataSource.query<{ count: string }[]>(
      `SELECT count(*) FROM rate_limits WHERE key = $1`,
      [`login:account:${user.username}`],
    );
    expect(row?.count).toBe('0');
  });

  it('stops one address that tries many accounts', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await server.dataSource.query(
      `INSERT INTO rate_limits (key, hits, resets_at) VALUES ('login:address:203.0.113.9', 100, now() + interval '1 minute')`,
    );
    expectError(await fail('whoever', headers), 429, 'rate_limited');
    expectError(await fail('whoever'), 401, 'invalid_credentials');
  });
});

describe('logout', () => {
  it('ends the session, so that a stolen cookie is worth nothing, and clears the cookie', async () => {
    const { client } = await createPerson(server, 'client');
    const answer = await client.post(paths.logout());
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^dps_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    expectError(await client.get(paths.currentUser()), 401, 'unauthenticated');
  });

  it('leaves the other sessions of the user', async () => {
    const { user, client } = await createPerson(server, 'client');
    const other = await signIn(server, user.username);
    await client.post(paths.logout());
    expectView(await other.get(paths.currentUser()), 200, userView);
  });
});

describe('sessions', () => {
  const age = (column: string, interval: string, userId: number) =>
    server.dataSource.query(`UPDATE sessions SET ${column} = now() - $1::interval WHERE user_id = $2`, [
      interval,
      userId,
    ]);
  const lastSeen = async (userId: number) => {
    const rows = await server.dataSource.query<{ last_seen_at: Date }[]>(
      'SELECT last_seen_at FROM sessions WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.last_seen_at.getTime() ?? 0;
  };

  it.each([
    ['7 days 1 minute', 401],
    ['6 days 23 hours', 200],
  ])('idle for %s: %d', async (idle, status) => {
    const { user, client } = await createPerson(server, 'client');
    await age('last_seen_at', idle, user.id);
    expect((await client.get(paths.currentUser())).status).toBe(status);
  });

  it('ends on its last day, however busy', async () => {
    const { user, client } = await createPerson(server, 'client');
    await age('expires_at', '1 second', user.id);
    expectError(await client.get(paths.currentUser()), 401, 'unauthenticated');
  });

  it('lasts 30 days', async () => {
    const { user } = await createPerson(server, 'client');
    const [row] = await server.dataSource.query<{ days: number }[]>(
      'SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM sessions WHERE user_id = $1',
      [user.id],
    );
    expect(row?.days).toBe(30);
  });

  it('notes when it was last used, at most once a minute', async () => {
    const { user, client } = await createPerson(server, 'client');
    const opened = await lastSeen(user.id);
    await client.get(paths.currentUser());
    expect(await lastSeen(user.id)).toBe(opened);
    await age('last_seen_at', '2 minutes', user.id);
    await client.get(paths.currentUser());
    expect(await lastSeen(user.id)).toBeGreaterThan(opened);
  });

  it.each([[''], ['dps_session='], ['dps_session=nonsense'], ['dps_session=%00'], ['other=1']])(
    'a cookie that is none (%p) is nobody',
    async (cookie) => {
      expectError(await new TestClient(server, cookie).get(paths.currentUser()), 401, 'unauthenticated');
    },
  );
});
