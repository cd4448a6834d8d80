import { DEMO_ACCOUNTS, passkeyRequestView, paths, userView } from '@dps/contract';
import { expectError, expectView, SECURITY_HEADERS, TestClient, type ApiResponse } from './support/client.ts';
import { apiDocument } from './support/contract/document.ts';
import { creationOf, SoftwarePasskey } from './support/passkey.ts';
import { exchange } from './support/raw-http.ts';
import { createUser, cookieOf, PASSWORD, signupOf } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

const ORIGIN = 'https://surveys.example';

/** The calls whose documented responses set a cookie. */
async function callsThatSetCookies(): Promise<string[]> {
  const { routes } = await apiDocument();
  const setting = routes.filter(({ operation }) => JSON.stringify(operation).includes('"Set-Cookie"'));
  return setting.map(({ method, path }) => `${method} ${path}`);
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    environment: 'production',
    secureCookies: true,
    publicOrigin: ORIGIN,
  });
});
afterAll(() => server.close());

describe('behind TLS', () => {
  it('[SECURE-2, SECURE-100] limits every cookie of every call to this host and TLS', async () => {
    const { user } = await createUser(server, 'client');
    const login = { username: user.username, password: PASSWORD };
    const { user: owner, client } = await createUser(server, 'pilot');
    const software = new SoftwarePasskey(owner.id);
    const flaws = { rpId: 'surveys.example', origin: ORIGIN };
    const creation = await creationOf({ client });
    await client.post(paths.passkeys(), software.create(creation.challenge, flaws));
    const challenge = await new TestClient(server).post(paths.passkeyChallenge());
    const body = expectView(challenge, 200, passkeyRequestView);
    const browser = new TestClient(server, cookieOf(challenge));
    const passkey = software.sign(body.challenge, flaws);
    const second = await browser.post(paths.passkeyLogin(), { passkey });
    const responses: Record<string, ApiResponse> = {
      'POST /api/auth/login': await new TestClient(server).post(paths.login(), login),
      'POST /api/auth/logout': await client.post(paths.logout()),
      'POST /api/auth/passkey/challenge': challenge,
      'POST /api/auth/passkey': second,
    };
    const loggedIn = responses['POST /api/auth/login'];
    expect(loggedIn?.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-dps_session=[\w-]{43}; Max-Age=2592000; /),
      expect.stringMatching(/^__Host-dps_device=[\w-]{43}; Max-Age=34560000; /),
    ]);
    const unprefixed = loggedIn ? cookieOf(loggedIn).replace('__Host-', '') : '';
    expectError(await new TestClient(server, unprefixed).get(paths.currentUser()), 401, 'unauthenticated');
    expect(Object.keys(responses).toSorted()).toEqual((await callsThatSetCookies()).toSorted());
    for (const [call, { headers }] of Object.entries(responses)) {
      expect({ call, cookies: headers.getSetCookie().length }).not.toMatchObject({ cookies: 0 });
      for (const cookie of headers.getSetCookie())
        expect(cookie).toMatch(/^__Host-dps_\w+=(?!.*Domain).*; Path=\/;.* HttpOnly; Secure; SameSite=Lax$/);
    }
  });

  it.each([
    ['a response', paths.live()],
    ['an error', '/api/nothing'],
    ['a malformed address', '/api/%ff'],
  ])('[SECURE-32] requires HTTPS for a year, also for subdomains, with %s', async (_what, path) => {
    const { headers } = await new TestClient(server).get(path);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('[SECURE-102] sends the security headers also to an unreadable request', async () => {
    const response = await exchange(server, 'NO HTTP\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries(SECURITY_HEADERS))
      expect(response).toContain(`\r\n${name}: ${value}\r\n`);
    expect(response).toContain('\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n');
  });
});

describe('in production', () => {
  it('[SECURE-14] refuses the passwords of the demo accounts, even if the accounts exist', async () => {
    const demo = DEMO_ACCOUNTS.map(({ username, password }) => ({ username, password }));
    for (const { username, password } of demo) {
      const signup = signupOf('pilot', { username, password });
      expectView(await new TestClient(server).post(paths.signup(), signup), 201, userView);
    }
    const responses = demo.map((login) => new TestClient(server).post(paths.login(), login));
    for (const response of await Promise.all(responses)) expectError(response, 401, 'invalid_credentials');
  });

  it.each([['/api/docs'], ['/api/docs/openapi.json']])('%s is not found', async (path) => {
    expectError(await new TestClient(server).get(path), 404, 'not_found');
  });
});
