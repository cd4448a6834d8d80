import { paths, userView } from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { hitsOf } from './support/rate-limits.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';
import { createUser, PASSWORD, signupOf } from './support/users.ts';

let server: TestServer;
let behindInnerProxy: TestServer;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
  behindInnerProxy = await startServer({
    databaseUrl: server.databaseUrl,
    rateLimitFactor: 1,
    trustedProxies: 'loopback,10.0.0.0/8',
  });
});
afterAll(async () => {
  await behindInnerProxy.close();
  await server.close();
});

describe('the client address', () => {
  /** The hits that one failed sign-in with these headers adds to a network. */
  async function addedTo(network: string, forwarded: string, at = server): Promise<number> {
    const key = limitKey('login:network', network);
    const before = await hitsOf(server, key);
    const body = { username: 'no-such-user', password: 'not it' };
    await new TestClient(at).send('POST', paths.login(), body, { 'x-forwarded-for': forwarded });
    return (await hitsOf(server, key)) - before;
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
    const before = await hitsOf(server, key);
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
    expect((await hitsOf(server, key)) - before).toBe(1);
  });
});

describe('forged host and scheme headers', () => {
  const FORGED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' };

  it('do not change the cookie', async () => {
    const { username } = (await createUser(server, 'pilot')).user;
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
