import { paths, sessionListView, userView, type SessionView } from '@dps/contract';
import { expectError, expectView, sortedStatuses, TestClient, type ApiResponse } from './support/client.ts';
import { addPasskey, challengeOf } from './support/passkey.ts';
import { startServer, type TestServer } from './support/server.ts';
import { cookieOf, createUser, PASSWORD, sessionIdOf, signIn } from './support/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const NEW_PASSWORD = 'battery staple';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0';

const current = (client: TestClient) => client.get(paths.currentUser());
const sessionsOf = async (client: TestClient): Promise<SessionView[]> =>
  expectView(await client.get(paths.sessions()), 200, sessionListView);
const change = (client: TestClient, currentPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
  client.put(paths.password(), { currentPassword, newPassword });
const login = (username: string, password: string) =>
  new TestClient(server).post(paths.login(), { username, password });

async function signInWith(userAgent: string, username: string): Promise<TestClient> {
  const headers = { 'user-agent': userAgent };
  const body = { username, password: PASSWORD };
  return new TestClient(
    server,
    cookieOf(await new TestClient(server).send('POST', paths.login(), body, headers)),
  );
}

describe('the sessions of a user', () => {
  it('name the device and the network of each sign-in, the session of the request first, without ended ones', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const ended = await signIn(server, user.username);
    const other = await signInWith(FIREFOX, user.username);
    await server.dataSource.query(
      `UPDATE sessions SET expires_at = now() WHERE left(encode(token_hash, 'hex'), 32) = $1`,
      [sessionIdOf(ended)],
    );
    const [own, firefox, ...more] = await sessionsOf(client);
    expect(own).toMatchObject({ id: sessionIdOf(client), isCurrent: true, device: null });
    expect(firefox).toMatchObject({ id: sessionIdOf(other), isCurrent: false, device: 'Firefox on Windows' });
    expect(firefox?.network).toBe('127.0.0.1');
    expect(more).toEqual([]);
    expect((await sessionsOf(other)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('[CALL-44, SECURE-37] end one by one, and all but the one of the request, for their user only', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const [second, third] = [await signIn(server, user.username), await signIn(server, user.username)];
    const outsider = await createUser(server, 'pilot');
    const end = ({ proved }: TestClient, id: string) => proved.delete(paths.session(id));
    expectError(await end(outsider.client, sessionIdOf(second)), 404, 'not_found');
    expectError(await end(client, '1'), 400, 'validation_failed');
    expect((await end(client, sessionIdOf(second))).status).toBe(204);
    expectError(await current(second), 401, 'unauthenticated');
    expectView(await current(third), 200, userView);
    expectError(await end(client, sessionIdOf(second)), 404, 'not_found');
    expect((await client.proved.delete(paths.sessions())).status).toBe(204);
    expectError(await current(third), 401, 'unauthenticated');
    for (const each of [client, outsider.client]) expectView(await current(each), 200, userView);
  });
});

describe('a change of the password', () => {
  it('[CALL-43, SECURE-35] replaces it, ends the other sessions, and is in the audit trail without a hash', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const other = await signIn(server, user.username);
    expect((await change(client)).status).toBe(204);
    expectError(await current(other), 401, 'unauthenticated');
    expectView(await current(client), 200, userView);
    expectError(await login(user.username, PASSWORD), 401, 'invalid_credentials');
    expectView(await login(user.username, NEW_PASSWORD), 200, userView);
    const events = await server.dataSource.query<unknown[]>(
      `SELECT actor, before, after FROM audit_events WHERE subject = $1 AND action = 'account.password-changed'`,
      [`user:${user.id}`],
    );
    expect(events).toEqual([{ actor: `user:${user.id}`, before: null, after: {} }]);
  });

  it('[SECURITY-5, SECURE-39] refuses a wrong current password, and as the new one the same, a common one, a blank one and the username', async () => {
    const { user, client } = await createUser(server, 'client');
    const other = await signIn(server, user.username);
    for (const [old, next, path, message] of [
      ['wrong', NEW_PASSWORD, 'currentPassword', /not your current password/],
      [PASSWORD, PASSWORD, 'newPassword', /must differ from the current one/],
      [PASSWORD, 'password1', 'newPassword', /most common/],
      [PASSWORD, ' '.repeat(6), 'newPassword', /at least one visible character/],
      [PASSWORD, user.username, 'newPassword', /username/],
    ] as const) {
      const { errors } = expectError(await change(client, old, next), 400, 'validation_failed');
      expect(errors).toEqual([{ path, message: expect.stringMatching(message) }]);
    }
    expectView(await current(other), 200, userView);
    expectView(await login(user.username, PASSWORD), 200, userView);
  });

  it('[SECURE-36] counts wrong current passwords as failed sign-ins', async () => {
    const { user, client } = await createUser(server, 'client');
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await change(client, `wrong ${guess}`)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
    expect((await login(user.username, PASSWORD)).status).toBe(429);
  });

  it('succeeds for one of two concurrent changes', async () => {
    const { user, client } = await createUser(server, 'client');
    const responses = await Promise.all([
      change(client, PASSWORD, 'first choice'),
      change(client, PASSWORD, 'second choice'),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    const chosen = responses[0]?.status === 204 ? 'first choice' : 'second choice';
    expectView(await login(user.username, chosen), 200, userView);
  });
});

describe('a session that was stolen after the sign-in', () => {
  /** The calls that change who can sign in, or that use or end the account. */
  const ATTACKS: readonly (readonly [string, (stolen: TestClient, owner: Owner) => Promise<ApiResponse>])[] =
    [
      ['request a new passkey', (stolen) => stolen.post(paths.passkeyCreation())],
      ['rename a passkey', (stolen, { passkeyId }) => stolen.put(paths.passkey(passkeyId), { name: 'Mine' })],
      ['remove a passkey', (stolen, { passkeyId }) => stolen.delete(paths.passkey(passkeyId))],
      ['set up an authenticator app', (stolen) => stolen.post(paths.secondFactor())],
      ['remove the authenticator app', (stolen) => stolen.delete(paths.secondFactor())],
      [
        'change the email',
        (stolen, { user }) => stolen.put(paths.profile(), { name: 'New name', email: `mine.${user.email}` }),
      ],
      ['end all other sessions', (stolen) => stolen.delete(paths.sessions())],
      ['end a session', (stolen, { device }) => stolen.delete(paths.session(sessionIdOf(device)))],
      ['export the data', (stolen) => stolen.post(paths.dataExport())],
      [
        'delete the account',
        (stolen, { user }) => stolen.post(paths.deletion(), { username: user.username }),
      ],
    ];
  type Owner = Awaited<ReturnType<typeof createOwner>>;

  async function createOwner() {
    const { user, client } = await createUser(server, 'pilot');
    const device = await signIn(server, user.username);
    const { passkey, software } = await addPasskey({ user, client });
    return { user, client, device, software, passkeyId: passkey.id };
  }

  /** What the attacks change. */
  const stateOf = ({ user }: Owner) =>
    server.dataSource.query<unknown[]>(
      `SELECT username, name, email, pending_email, deletes_at,
        ARRAY(SELECT passkeys.name FROM passkeys WHERE user_id = users.id) AS passkeys,
        (SELECT count(*) FROM authenticators WHERE user_id = users.id) AS apps,
        (SELECT count(*) FROM sessions WHERE user_id = users.id) AS sessions,
        (SELECT count(*) FROM data_exports WHERE user_id = users.id) AS exports
      FROM users WHERE id = $1`,
      [user.id],
    );

  /** Signs in over the session of a client, which proves the right to one change. */
  async function confirm({ user, software }: Owner, { cookie }: TestClient): Promise<TestClient> {
    const { challenge, browser } = await challengeOf(server);
    const response = await browser.send(
      'POST',
      paths.passkeyLogin(),
      { passkey: software.sign(challenge) },
      { cookie: `${browser.cookie}; ${cookie}` },
    );
    expect(expectView(response, 200, userView).id).toBe(user.id);
    return new TestClient(server, cookieOf(response));
  }

  it('[FACTOR-1, FACTOR-17, PASSKEY-18, DATA-15] cannot change a factor, the email or the sessions, nor export or delete the data', async () => {
    const owner = await createOwner();
    const before = await stateOf(owner);
    for (const [what, attack] of ATTACKS) {
      const { status, body } = await attack(owner.client, owner);
      expect({ what, status, body }).toMatchObject({
        what,
        status: 403,
        body: { code: 'reauthentication_required' },
      });
    }
    expect(await stateOf(owner)).toEqual(before);
  });

  it('[SECURE-55, FACTOR-3] ends after the owner has signed in again, who makes one change', async () => {
    const owner = await createOwner();
    const confirmed = await confirm(owner, owner.client);
    const rename = (client: TestClient) => client.put(paths.passkey(owner.passkeyId), { name: 'Mine' });
    expectError(await rename(owner.client), 401, 'unauthenticated');
    expect((await rename(confirmed)).status).toBe(200);
    expectError(await rename(confirmed), 403, 'reauthentication_required');
  });

  it('[SECURE-56] makes one of several changes at once', async () => {
    const owner = await createOwner();
    const confirmed = await confirm(owner, owner.client);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirmed.delete(paths.sessions())));
    expect(sortedStatuses(responses)).toEqual([204, 403, 403, 403, 403]);
  });

  it.each([
    ['a first sign-in', () => new TestClient(server)],
    ['a sign-in over the session of another user', async () => (await createUser(server, 'client')).client],
  ])('[SECURE-55] has no proof after %s', async (_what, browser) => {
    const owner = await createOwner();
    const signedIn = await confirm(owner, await browser());
    expectError(await signedIn.delete(paths.sessions()), 403, 'reauthentication_required');
  });

  it.each([
    ['over an expired session', 'UPDATE sessions SET expires_at = now() WHERE user_id = $1', 'before'],
    [
      'over an idle session',
      `UPDATE sessions SET last_seen_at = now() - interval '8 days' WHERE user_id = $1`,
      'before',
    ],
    [
      'a minute ago',
      `UPDATE sessions SET proof_expires_at = proof_expires_at - interval '1 minute' WHERE user_id = $1`,
      'after',
    ],
  ] as const)('[SECURE-55] has no proof after a sign-in %s', async (_what, statement, when) => {
    const owner = await createOwner();
    if (when === 'before') await server.dataSource.query(statement, [owner.user.id]);
    const signedIn = await confirm(owner, owner.client);
    if (when === 'after') await server.dataSource.query(statement, [owner.user.id]);
    expectError(await signedIn.delete(paths.sessions()), 403, 'reauthentication_required');
  });

  it('changes the name, and with the current password the password', async () => {
    const { user, client } = await createUser(server, 'pilot');
    const renamed = await client.put(paths.profile(), { name: 'New name', email: user.email });
    expect(expectView(renamed, 200, userView).name).toBe('New name');
    expect((await change(client)).status).toBe(204);
  });
});
