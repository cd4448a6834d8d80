import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ERROR_STATUS,
  type ErrorCode,
  healthView,
  jobListView,
  jobView,
  paths,
  permission,
  type Role,
  signupBody,
} from '@dps/contract';
import { expectError, expectView, SECURITY_HEADERS, TestClient } from './support/client.ts';
import { jobBody } from './support/jobs.ts';
import { createUser, PASSWORD, signupOf, type TestUser } from './support/users.ts';
import { exchange } from './support/raw-http.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { hitsOf } from './support/rate-limits.ts';

let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
let anonymous: TestClient;
/** A route with ids of missing rows, and its body limit in bytes. */
interface Limit {
  method: string;
  path: string;
  bytes: number;
}
const limits: Limit[] = [];

/** Records the body limits of the routes. */
function recordLimits(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', ({ method, url, bodyLimit }) => {
    const bytes = bodyLimit ?? fastify.initialConfig.bodyLimit ?? NaN;
    const path = url.replace(/:\w+/g, '1');
    for (const each of [method].flat()) limits.push({ method: each, path, bytes });
  });
}

beforeAll(async () => {
  server = await startServer({ trustedProxies: 'loopback,10.0.0.0/8' }, { prepare: recordLimits });
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
  anonymous = new TestClient(server);
});
afterAll(() => server.close());

const post = (headers: Record<string, string>, body: unknown = jobBody()) =>
  owner.client.send('POST', paths.jobs(), body, headers);

describe('[SECURE-12] writes from other sites', () => {
  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['an origin that begins with the public origin', { origin: `${PUBLIC_ORIGIN}.evil.example` }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    [
      'with a forged host and scheme',
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' },
    ],
  ])('are refused: %s', async (_what, headers) => {
    expectError(await post(headers), 403, 'cross_site_request');
  });

  it('do not include a page of the public origin, and a client without these headers', async () => {
    for (const headers of [{ origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'same-origin' }, {}])
      expect((await post(headers)).status).toBe(201);
  });

  it('do not include reads', async () => {
    const path = paths.clientJobs(owner.user.id);
    const response = await owner.client.send('GET', path, undefined, { origin: 'https://evil.example' });
    expectView(response, 200, jobListView);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('bodies', () => {
  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['__proto__', '{"__proto__":{"role":"admin"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"x":1}}}'],
  ])('that are %s are malformed', async (_what, body) => {
    expectError(await post({}, body), 400, 'malformed_request');
  });

  it.each([
    ['null', 'null'],
    ['an array', '[]'],
    ['with a name that every object inherits', '{"toString":1,"valueOf":2}'],
    ['10,000 deep', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ])('that are %s are refused', async (_what, body) => {
    expectError(await post({}, body), 400, 'validation_failed');
  });

  it('without an end are refused', async () => {
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(32)),
    });
    const response = await fetch(server.url + paths.jobs(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner.client.cookie ?? '' },
      body: chunks,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });
});

describe('responses', () => {
  it('[ERROR-8] have a unique request id in header and error, or that of a proxy', async () => {
    const [one, two] = await Promise.all([
      anonymous.get(paths.currentUser()),
      anonymous.get(paths.currentUser()),
    ]);
    expect(expectError(one, 401, 'unauthenticated').requestId).not.toBe(
      expectError(two, 401, 'unauthenticated').requestId,
    );
    const { headers } = await anonymous.send('GET', paths.live(), undefined, {
      'x-request-id': 'trace-1234',
    });
    expect(headers.get('x-request-id')).toBe('trace-1234');
  });

  it.each([
    [200, paths.currentUser()],
    [403, paths.payouts()],
    [404, paths.job(999_999)],
  ])('[FIELD-6] name their user also with the status %i', async (status, path) => {
    const response = await owner.client.get(path);
    expect([response.status, response.headers.get('x-user-id')]).toEqual([status, String(owner.user.id)]);
  });

  it.each([
    ['an error', () => anonymous.get(paths.currentUser())],
    ['a list', () => owner.client.get(paths.clientJobs(owner.user.id))],
    ['a malformed path', () => anonymous.get('/api/jobs/%ff')],
    ['a stream of events', () => owner.client.get(paths.events())],
  ])('[SECURE-16, SECURE-102] forbid scripts, frames, MIME sniffing and caching: %s', async (_what, call) => {
    const { headers } = await call();
    expect(Object.fromEntries(headers)).toMatchObject({
      ...SECURITY_HEADERS,
      'cache-control': expect.stringContaining('no-store'),
    });
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

describe('paths', () => {
  it('[ERROR-7] that are unknown are not found with any method, and those that are malformed have the standard error', async () => {
    for (const path of ['/api/nothing', '/', '/api/jobs/1/nothing'])
      expectError(await owner.client.get(path), 404, 'not_found');
    for (const method of ['POST', 'OPTIONS'] as const) {
      const response = await anonymous.send(method, '/api/nothing');
      expectError(response, 404, 'not_found');
      expect(response.headers.get('allow')).toBeNull();
    }
    // No route has a parameter with a line break.
    expectError(await anonymous.get('/api/calendar/%0D%0A.ics'), 404, 'not_found');
    for (const path of ['/api/jobs/%ff', `/api/jobs/${'1'.repeat(101)}`])
      expectError(await anonymous.get(path), 400, 'malformed_request');
  });
});

describe('methods', () => {
  it.each([
    ['DELETE', paths.jobs(), 'POST, OPTIONS'],
    ['HEAD', paths.login(), 'POST, OPTIONS'],
    ['TRACE', paths.job(1), 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
    // The router matches any segment as an id.
    ['POST', paths.availableJobs(), 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
  ])('[ERROR-7] are refused with the allowed methods: %s %s', async (method, path, allow) => {
    const response = await exchange(
      server,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 405 /);
    expect(response).toContain(`\r\nallow: ${allow}\r\n`);
  });

  it('that are not allowed have the same response for all clients and for missing jobs', async () => {
    const job = expectView(await owner.client.post(paths.jobs(), jobBody()), 201, jobView);
    const otherClient = await createUser(server, 'client');
    const ended = new TestClient(server, 'dps_session=ended');
    for (const client of [anonymous, ended, otherClient.client, owner.client]) {
      for (const id of [job.id, 2_000_000_000]) {
        const response = await client.post(paths.job(id));
        expectError(response, 405, 'method_not_allowed');
        expect(response.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH, PUT, OPTIONS');
      }
    }
  });

  it('that are allowed are listed by OPTIONS, without CORS headers', async () => {
    const response = await anonymous.send('OPTIONS', paths.jobs(), undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    });
    expect({ status: response.status, body: response.body }).toEqual({ status: 204, body: '' });
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('include HEAD with the headers of GET', async () => {
    const path = paths.clientJobs(owner.user.id);
    const [head, get] = [await owner.client.send('HEAD', path), await owner.client.get(path)];
    expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' });
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect((await anonymous.send('HEAD', path)).status).toBe(401);
  });
});

describe('health', () => {
  it('[CALL-25] and documentation need no session', async () => {
    for (const path of [paths.live(), paths.ready()])
      expect(expectView(await anonymous.get(path), 200, healthView)).toEqual({ status: 'ok' });
    const { status, body } = await anonymous.get('/api/docs/openapi.json');
    expect(status).toBe(200);
    const calls = Object.keys(Object(Reflect.get(Object(body), 'paths')));
    expect(calls).toEqual(expect.arrayContaining(['/api/jobs/{id}', '/api/auth/login']));
    expect((await anonymous.get('/api/docs')).status).toBe(200);
  });
});

/** The cookie of a user who may call a route. */
function cookieFor({ method, path }: Limit): string {
  const route = server.routes.find(
    (each) => each.method === method && each.url.replace(/:\w+/g, '1') === path,
  );
  const { roles } = permission(route?.permission ?? 'auth.logout');
  const role: Role = Array.isArray(roles) && !roles.includes('pilot') ? 'client' : 'pilot';
  return (role === 'pilot' ? pilot : owner).client.cookie ?? '';
}

interface Sent {
  status: number;
  code: unknown;
}

const typeOf = ({ path }: Limit) =>
  path.includes('/parts/') ? 'application/octet-stream' : 'application/json';

/** Sends valid JSON of this many bytes, which a file may contain too. `declared` sends only the headers with its length. */
function send(limit: Limit, bytes: number, how: 'declared' | 'chunked' | 'complete'): Promise<Sent> {
  const body = Buffer.alloc(bytes, ' ');
  body.write('{}');
  const headers = {
    'content-type': typeOf(limit),
    cookie: cookieFor(limit),
    ...(how === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(server.url + limit.path, { method: limit.method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => (text += data));
      response.on('end', () => {
        sending.destroy();
        const view: unknown = text === '' ? {} : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, code: Reflect.get(Object(view), 'code') });
      });
    });
    // The server may close the connection during the upload. Only a missing response is a failure.
    sending.on('close', () => reject(new Error('The connection ended without a response')));
    sending.on('error', () => {});
    sending.flushHeaders();
    if (how !== 'declared') sending.end(body);
  });
}

const TOO_LARGE = { status: 413, code: 'payload_too_large' };
const takesBody = ({ method }: Limit) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

describe('every route that takes a body', () => {
  it('has the smaller limit unless it accepts a file, an area or an event', () => {
    const larger = limits.filter(({ bytes }) => bytes > 100 * 1024);
    expect(limits.filter(takesBody).length).toBeGreaterThan(12);
    expect(larger.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'POST /api/jobs',
      'POST /api/jobs/1/attachments',
      'POST /api/payments/webhook',
      'POST /api/user/profile-image',
      'PUT /api/jobs/1',
      'PUT /api/jobs/1/uploads/1/parts/1',
    ]);
  });

  it.each(['declared', 'chunked'] as const)('refuses a %s body above its limit', async (how) => {
    for (const limit of limits.filter(takesBody)) {
      const response = await send(limit, limit.bytes + 1, how);
      expect({ ...limit, ...response }).toEqual({ ...limit, ...TOO_LARGE });
    }
  });

  it('accepts a body of exactly its limit', async () => {
    for (const limit of limits.filter((each) => takesBody(each) && each.bytes < 1024 * 1024)) {
      const { status } = await send(limit, limit.bytes, 'complete');
      expect({ ...limit, status }).not.toEqual({ ...limit, status: 413 });
    }
  });
});

describe('a body', () => {
  const BODY = JSON.stringify(signupBody.cast(signupOf('client')));

  /** Sends a signup with these header lines. Returns the status and the error code. */
  async function signUp(headers: readonly string[], body: Buffer | string = BODY): Promise<Sent> {
    const bytes = Buffer.from(body);
    const lines = [
      `POST ${paths.signup()} HTTP/1.1`,
      'Host: x',
      'Connection: close',
      `Content-Length: ${bytes.length}`,
      ...headers,
    ];
    const response = await exchange(
      server,
      Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]),
    );
    const [head = '', text = ''] = response.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), code: Reflect.get(Object(JSON.parse(text)), 'code') };
  }

  const refused = (code: ErrorCode) => ({ status: ERROR_STATUS[code], code });
  const JSON_TYPE = 'Content-Type: application/json';

  // The unit test of isPlainJson has the other types.
  it.each([
    ['without a type', []],
    ['of two types in two headers', [JSON_TYPE, 'Content-Type: text/plain']],
    ['of a form', ['Content-Type: application/x-www-form-urlencoded']],
    ['of another type', ['Content-Type: text/plain']],
  ])('[SECURE-13] %s is refused', async (_what, headers) => {
    expect(await signUp(headers)).toEqual(refused('unsupported_media_type'));
  });

  it('that is compressed is refused', async () => {
    const headers = [JSON_TYPE, 'Content-Encoding: gzip'];
    expect(await signUp(headers, gzipSync(BODY))).toEqual(refused('unsupported_media_type'));
  });

  it('with Content-Length and Transfer-Encoding is refused', async () => {
    expect((await signUp([JSON_TYPE, 'Transfer-Encoding: chunked'])).status).toBe(400);
  });

  it.each([
    ['with a UTF-8 charset', [`${JSON_TYPE}; charset=UTF-8`]],
    ['with the encoding identity', [JSON_TYPE, 'Content-Encoding: identity']],
  ])('%s is read', async (_what, headers) => {
    const body = JSON.stringify(signupOf('client'));
    expect(await signUp(headers, body)).toEqual({ status: 201, code: undefined });
  });

  it('without a session gets 401 before its type is checked', async () => {
    const response = await owner.client.send('POST', paths.jobs(), 'x', {
      cookie: '',
      'content-type': 'text/plain',
    });
    expectError(response, 401, 'unauthenticated');
  });
});

describe('the client address', () => {
  /** The hits that one failed sign-in with these headers adds to a network. */
  async function addedTo(network: string, headers: Record<string, string>): Promise<number> {
    const key = limitKey('login:network', network);
    const before = await hitsOf(server, key);
    await anonymous.send('POST', paths.login(), { username: 'no-such-user', password: 'not it' }, headers);
    return (await hitsOf(server, key)) - before;
  }

  it.each([
    ['the last address, after a forged address', '8.8.8.8, 203.0.113.2', '203.0.113.2'],
    ['the last address, after a loopback address', '127.0.0.1, 203.0.113.3', '203.0.113.3'],
    [
      'the last address that is not a trusted proxy',
      '8.8.8.8, 10.0.0.9, 203.0.113.22, 10.0.0.5',
      '203.0.113.22',
    ],
    ['the last of many', `${'192.0.2.7, '.repeat(400)}203.0.113.6`, '203.0.113.6'],
    ['the /64 of an IPv6 address', '2001:db8:aa:bb:1:2:3:4', '2001:db8:aa:bb::/64'],
    ['the proxy, for an invalid header', 'garbage', '127.0.0.1'],
  ])('is %s', async (_what, forwarded, network) => {
    expect(await addedTo(network, { 'x-forwarded-for': forwarded })).toBe(1);
  });

  it('is not read from other headers', async () => {
    const names = ['x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'];
    const headers = Object.fromEntries(names.map((name) => [name, '203.0.113.40']));
    expect(await addedTo('127.0.0.1', { forwarded: 'for=203.0.113.40', ...headers })).toBe(1);
  });
});

it('forged host and scheme headers do not change the cookie', async () => {
  const forged = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', host: 'evil.example' };
  const { username } = pilot.user;
  const response = await anonymous.send('POST', paths.login(), { username, password: PASSWORD }, forged);
  expect(response.headers.getSetCookie()[0]).not.toMatch(/Secure|__Host-|Domain|evil/);
  expect(response.headers.get('strict-transport-security')).toBeNull();
});
