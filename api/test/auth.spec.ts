import { commonPasswordList, paths, userView } from '@dps/contract';
import { expectError, expectView, TestClient, sortedStatuses } from './support/client.ts';
import { cookieOf, createUnconfirmedUser, createUser, PASSWORD, signIn, signupOf } from './support/users.ts';
import { commitDuringRequest } from './support/concurrent-change.ts';
import { startServer, type TestServer } from './support/server.ts';
import { measureWork } from './support/measure-work.ts';

let server: TestServer;
let anonymous: TestClient;
beforeAll(async () => {
  server = await startServer();
  anonymous = new TestClient(server);
});
afterAll(() => server.close());

describe('signup', () => {
  it('[SIGNUP-18, ENTITY-1, ENTITY-2, CALL-4] creates an account, returns it without the password, and does not sign in', async () => {
    const signup = signupOf('pilot', { flightHours: '120.5' });
    const response = await anonymous.post(paths.signup(), signup);
    const user = expectView(response, 201, userView);
    const { password: _password, ...shown } = signup;
    expect(user).toEqual({
      ...shown,
      id: user.id,
      flightHours: 120.5,
      profileImage: null,
      mustConfirmEmail: true,
      pendingEmail: null,
      base: null,
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('[SECURE-8] stores no password, only its argon2id hash', async () => {
    const { user } = await createUnconfirmedUser(server, 'client');
    const [row] = await server.dataSource.query<{ password_hash: string }[]>(
      'SELECT password_hash FROM users WHERE id = $1',
      [user.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$/);
  });

  it('[ENTITY-4] ignores the flight hours of a client', async () => {
    const { user } = await createUnconfirmedUser(server, 'client', { flightHours: 10 });
    expect(user.flightHours).toBeNull();
  });

  it.each([
    ['in full width', 'ａｄａ', 'ADA'],
    ['with a ligature', 'ﬁeld', 'FIELD'],
    ['with a composed accent', 'Ri\u0301o', 'RÍO'],
    ['with a final sigma', 'οδος', 'ΟΔΟΣ'],
    ['with a sharp s', 'straße', 'STRASSE'],
  ])('[ENTITY-22] compares usernames after NFKC and case folding: %s', async (_what, first, second) => {
    const tag = signupOf('pilot').username;
    await createUser(server, 'pilot', { username: `${tag}${first}` });
    const taken = signupOf('pilot', { username: `${tag}${second}` });
    expectError(await anonymous.post(paths.signup(), taken), 409, 'username_taken');
    const credentials = { username: `${tag}${second}`, password: PASSWORD };
    const response = await anonymous.post(paths.login(), credentials);
    expect(expectView(response, 200, userView).username).toBe(`${tag}${first}`);
  });

  it('[ENTITY-3] refuses a username and an email address that are taken, in any letter case', async () => {
    const { user } = await createUser(server, 'client');
    const username = signupOf('client', { username: user.username.toUpperCase() });
    expectError(await anonymous.post(paths.signup(), username), 409, 'username_taken');
    const email = signupOf('client', { email: user.email.toUpperCase() });
    expectError(await anonymous.post(paths.signup(), email), 409, 'email_taken');
    const both = { ...email, username: username.username };
    const error = expectError(await anonymous.post(paths.signup(), both), 409, 'username_taken');
    expect(error.errors).toEqual([{ path: 'email', message: 'This email address is already in use.' }]);
  });

  it('creates one account when two signups with the same name arrive at once', async () => {
    const signup = signupOf('client');
    const other = { ...signupOf('client'), username: signup.username };
    const responses = await Promise.all([signup, other].map((body) => anonymous.post(paths.signup(), body)));
    expect(sortedStatuses(responses)).toEqual([201, 409]);
  });

  it('[ROLE-1, SECURE-7, SECURE-15, ENTITY-4] refuses a wrong value of each field, with the fields', async () => {
    for (const wrong of [
      {
        username: 'ada\u200b',
        password: 'x'.repeat(90_000),
        email: 'no-address',
        name: 'a\u0000b',
        role: 'admin',
        flightHours: '1000000',
      },
      { username: ' ', password: '12345', email: '', name: 'a\u202eb', role: null, flightHours: -1 },
    ]) {
      const { errors } = expectError(await anonymous.post(paths.signup(), wrong), 400, 'validation_failed');
      expect(errors?.map(({ path }) => path)).toEqual(Object.keys(wrong));
    }
  });

  it.each([
    ['[SECURE-29] a common password', { password: 'Password1' }, 'password'],
    ['a password that is the username', { username: 'sky_pilot', password: 'Sky_Pilot' }, 'password'],
    ['a password that is the email', { email: 'ada@example.com', password: 'ADA@example.com' }, 'password'],
    ['[SECURE-20, SECURE-21] a name that is not visible', { name: ' \u200b' }, 'name'],
    ['[ERROR-6] an unknown field', { isAdmin: 1 }, ''],
  ])('refuses %s', async (_what, overrides, path) => {
    const response = await anonymous.post(paths.signup(), signupOf('pilot', overrides));
    const { errors } = expectError(response, 400, 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });
});

it('[PASSWORD-1, PASSWORD-4] lists common passwords for the rating in browsers, which keep them', async () => {
  const response = await anonymous.get(paths.commonPasswords());
  const words = expectView(response, 200, commonPasswordList);
  expect(words).toHaveLength(5000);
  expect(words.slice(0, 2)).toEqual(['123456', 'password']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
});

describe('login', () => {
  it('[CALL-3, SECURE-1] returns the user and sets a session cookie that scripts and other sites cannot use', async () => {
    const { user } = await createUser(server, 'pilot');
    const response = await anonymous.post(paths.login(), { username: user.username, password: PASSWORD });
    expect(expectView(response, 200, userView)).toEqual(user);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^dps_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^dps_device=/),
    ]);
  });

  it('[SECURE-3] stores only a hash of the token', async () => {
    const { client } = await createUser(server, 'pilot');
    const token = client.cookie?.split('=')[1] ?? '';
    const rows = await server.dataSource.query<{ token_hash: Buffer }[]>('SELECT token_hash FROM sessions');
    expect(rows.some((row) => row.token_hash.toString('base64url') === token)).toBe(false);
    expect(rows[0]?.token_hash).toHaveLength(32);
  });

  it('[SECURE-9] returns the same error after the same work for a wrong password and an unknown user', async () => {
    const { user } = await createUser(server, 'pilot');
    const attempt = (username: string) => async () => {
      const response = await anonymous.post(paths.login(), { username, password: 'not it' });
      const { message } = expectError(response, 401, 'invalid_credentials');
      expect(message).toBe('Invalid username or password.');
    };
    const wrong = await measureWork(attempt(user.username));
    const unknown = await measureWork(attempt(`no-${user.username}`));
    expect(unknown).toEqual(wrong);
    expect(wrong.hashes).toBe(1);
    expect(wrong.statements.length).toBeGreaterThan(2);
  });

  it('refuses a user who is deleted while signing in', async () => {
    const { user } = await createUser(server, 'pilot');
    const credentials = { username: user.username, password: PASSWORD };
    const response = await commitDuringRequest(
      server.dataSource,
      'DELETE FROM users WHERE id = $1',
      user.id,
      () => anonymous.post(paths.login(), credentials),
    );
    expectError(response, 401, 'invalid_credentials');
    expectError(await anonymous.post(paths.login(), credentials), 401, 'invalid_credentials');
  });

  it('[ERROR-5] names the missing fields', async () => {
    const { errors } = expectError(await anonymous.post(paths.login(), {}), 400, 'validation_failed');
    expect(errors).toEqual([
      { path: 'username', message: 'Username is required' },
      { path: 'password', message: 'Password is required' },
    ]);
  });

  it.each([64, 128])('accepts a password of %i characters, and no beginning of it', async (length) => {
    const password = 'Größe: 30 m! '.repeat(10).slice(0, length - 1) + 'Z';
    const signup = signupOf('pilot', { password });
    expectView(await anonymous.post(paths.signup(), signup), 201, userView);
    const attempt = (given: string) =>
      anonymous.post(paths.login(), { username: signup.username, password: given });
    expectView(await attempt(password), 200, userView);
    expectError(await attempt(password.slice(0, -1)), 401, 'invalid_credentials');
  });

  it('[SECURE-4] opens a new session and ends the previous session of the browser', async () => {
    const { user, client: earlier } = await createUser(server, 'pilot');
    const response = await earlier.post(paths.login(), { username: user.username, password: PASSWORD });
    expect(cookieOf(response)).not.toBe(earlier.cookie);
    expectError(await earlier.get(paths.currentUser()), 401, 'unauthenticated');
    expectView(await new TestClient(server, cookieOf(response)).get(paths.currentUser()), 200, userView);
  });

  it('does not adopt a session id from the client', async () => {
    const { user } = await createUser(server, 'pilot');
    const fixed = `dps_session=${'A'.repeat(43)}`;
    const response = await new TestClient(server, fixed).post(paths.login(), {
      username: user.username,
      password: PASSWORD,
    });
    expect(cookieOf(response)).not.toBe(fixed);
    expectError(await new TestClient(server, fixed).get(paths.currentUser()), 401, 'unauthenticated');
  });
});

describe('logout', () => {
  it('[CALL-5, SECURE-5] ends the session on the server and clears the cookie, and leaves other sessions', async () => {
    const { user, client } = await createUser(server, 'client');
    const other = await signIn(server, user.username);
    const response = await client.post(paths.logout());
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^dps_session=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/,
    );
    expectError(await client.get(paths.currentUser()), 401, 'unauthenticated');
    expectView(await other.get(paths.currentUser()), 200, userView);
  });
});
