import { DEMO_ACCOUNTS, paths, userView } from '@dps/contract';
import { expectError, expectView, TestClient } from './support/client.ts';
import { createUser, cookieOf, PASSWORD, signupOf } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    environment: 'production',
    secureCookies: true,
    publicOrigin: 'https://surveys.example',
  });
});
afterAll(() => server.close());

describe('behind TLS', () => {
  it('limits the cookies of a session and of a device to this host and TLS', async () => {
    const { user } = await createUser(server, 'client');
    const answer = await new TestClient(server).post(paths.login(), {
      username: user.username,
      password: PASSWORD,
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-dps_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-dps_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const unprefixed = cookieOf(answer).replace('__Host-', '');
    expectError(await new TestClient(server, unprefixed).get(paths.currentUser()), 401, 'unauthenticated');
  });

  it('sends Strict-Transport-Security', async () => {
    const { headers } = await new TestClient(server).get(paths.live());
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
  });
});

describe('in production', () => {
  it('refuses the passwords of the demo accounts, even if the accounts exist', async () => {
    const demo = DEMO_ACCOUNTS.map(({ username, password }) => ({ username, password }));
    for (const { username, password } of demo) {
      const signup = signupOf('pilot', { username, password });
      expectView(await new TestClient(server).post(paths.signup(), signup), 201, userView);
    }
    const answers = demo.map((login) => new TestClient(server).post(paths.login(), login));
    for (const answer of await Promise.all(answers)) expectError(answer, 401, 'invalid_credentials');
  });

  it.each([['/api/docs'], ['/api/docs/openapi.json']])('%s is not found', async (path) => {
    expectError(await new TestClient(server).get(path), 404, 'not_found');
  });
});
