import { healthView, jobListView, jobView, paths } from '@dps/contract';
import { expectError, expectView, SECURITY_HEADERS, TestClient, type Method } from './support/client.ts';
import { jobBody } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { exchange } from './support/raw-http.ts';
import { PUBLIC_ORIGIN, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let owner: TestUser;
let anonymous: TestClient;
beforeAll(async () => {
  server = await startServer();
  owner = await createUser(server, 'client');
  anonymous = new TestClient(server);
});
afterAll(() => server.close());

const post = (headers: Record<string, string>, body: unknown = jobBody()) =>
  owner.client.send('POST', paths.jobs(), body, headers);

describe('[SECURE-12] writes from other sites', () => {
  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a sandboxed page', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:4300' }],
    ['an origin that begins with the public origin', { origin: `${PUBLIC_ORIGIN}.evil.example` }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', { 'sec-fetch-site': 'same-site', origin: PUBLIC_ORIGIN }],
  ])('are refused: %s', async (_what, headers) => {
    expectError(await post(headers), 403, 'cross_site_request');
  });

  it.each([
    ['a page of the public origin', { origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'same-origin' }],
    ['an old browser on the public origin', { origin: PUBLIC_ORIGIN }],
    ['a client without these headers', {}],
  ])('do not include: %s', async (_what, headers) => {
    expect((await post(headers)).status).toBe(201);
  });

  it('do not include reads', async () => {
    const path = paths.clientJobs(owner.user.id);
    const answer = await owner.client.send('GET', path, undefined, { origin: 'https://evil.example' });
    expectView(answer, 200, jobListView);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('bodies', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['text/json'],
  ])('[SECURE-13] of type %s are refused', async (type) => {
    expectError(await post({ 'content-type': type }), 415, 'unsupported_media_type');
  });

  it('may have a charset', async () => {
    expect((await post({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
  });

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
    ['a text', '"x"'],
    ['with a name that every object inherits', '{"toString":1,"valueOf":2}'],
    ['with a constructor that is nothing', JSON.stringify(jobBody({ constructor: null }))],
    ['with a prototype', JSON.stringify(jobBody({ prototype: {} }))],
    ['10,000 deep', `{"title":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['with a deep title', JSON.stringify(jobBody({ title: { a: { b: {} } } }))],
  ])('that are %s are refused', async (_what, body) => {
    expectError(await post({}, body), 400, 'validation_failed');
  });

  it('above 100 KiB are too large', async () => {
    expectError(await post({}, jobBody({ description: 'x'.repeat(110_000) })), 413, 'payload_too_large');
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

describe('answers', () => {
  it('[ERROR-8] have a unique request id in header and error', async () => {
    const [one, two] = await Promise.all([
      anonymous.get(paths.currentUser()),
      anonymous.get(paths.currentUser()),
    ]);
    expect(expectError(one, 401, 'unauthenticated').requestId).not.toBe(
      expectError(two, 401, 'unauthenticated').requestId,
    );
  });

  it.each([
    ['trace-1234', 'trace-1234'],
    ['<script>', expect.stringMatching(/^[\w-]{36}$/)],
  ])('replace the request id %s of a proxy by %s', async (given, expected) => {
    const { headers } = await anonymous.send('GET', paths.live(), undefined, { 'x-request-id': given });
    expect(headers.get('x-request-id')).toEqual(expected);
  });

  it.each([
    ['an error', () => anonymous.get(paths.currentUser())],
    ['a list', () => owner.client.get(paths.clientJobs(owner.user.id))],
    ['an unknown path', () => anonymous.get('/api/nothing')],
    ['another method', () => anonymous.delete(paths.jobs())],
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
  it.each([['/api/nothing'], ['/'], ['/api'], ['/api/jobs/1/nothing']])(
    '[ERROR-7] %s is not found',
    async (path) => {
      expectError(await owner.client.get(path), 404, 'not_found');
    },
  );

  it.each([['/api/jobs/%ff'], ['/%'], [`/api/jobs/${'1'.repeat(101)}`]])(
    'that are malformed have the standard error: %s',
    async (path) => {
      expectError(await anonymous.get(path), 400, 'malformed_request');
    },
  );
});

describe('methods', () => {
  it.each([
    ['DELETE', paths.jobs(), 'POST, OPTIONS'],
    ['GET', `${paths.jobs()}?limit=1`, 'POST, OPTIONS'],
    ['HEAD', paths.login(), 'POST, OPTIONS'],
    ['PUT', paths.currentUser(), 'GET, HEAD, OPTIONS'],
    ['POST', paths.job(1), 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
    ['TRACE', paths.job(1), 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
    // The router matches any segment as an id.
    ['POST', paths.availableJobs(), 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
  ])('[ERROR-7] are refused with the allowed methods: %s %s', async (method, path, allow) => {
    const answer = await exchange(
      server,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
    expect(answer).toContain(`\r\nallow: ${allow}\r\n`);
  });

  it('that are not allowed have the same answer for all clients and for missing jobs', async () => {
    const job = expectView(await owner.client.post(paths.jobs(), jobBody()), 201, jobView);
    const otherClient = await createUser(server, 'client');
    const ended = new TestClient(server, 'dps_session=ended');
    for (const client of [anonymous, ended, otherClient.client, owner.client]) {
      for (const id of [job.id, 2_000_000_000]) {
        const answer = await client.post(paths.job(id));
        expectError(answer, 405, 'method_not_allowed');
        expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH, PUT, OPTIONS');
      }
    }
  });

  it('are not reported for a parameter with a line break, which no route has', async () => {
    expectError(await anonymous.get('/api/calendar/%0D%0A.ics'), 404, 'not_found');
  });

  it('that are allowed are listed by OPTIONS, without CORS headers', async () => {
    const answer = await anonymous.send('OPTIONS', paths.jobs(), undefined, {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each<[Method]>([['GET'], ['POST'], ['PUT'], ['PATCH'], ['DELETE'], ['OPTIONS']])(
    'of an unknown path are not found: %s',
    async (method) => {
      const answer = await anonymous.send(method, '/api/nothing');
      expectError(answer, 404, 'not_found');
      expect(answer.headers.get('allow')).toBeNull();
    },
  );

  it('from another site are refused as cross-site requests', async () => {
    const answer = await anonymous.send('DELETE', paths.jobs(), undefined, {
      origin: 'https://evil.example',
    });
    expectError(answer, 403, 'cross_site_request');
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
  it.each([[paths.live()], [paths.ready()]])('[CALL-25] %s needs no session', async (path) => {
    expect(expectView(await anonymous.get(path), 200, healthView)).toEqual({ status: 'ok' });
  });
});

describe('documentation', () => {
  it('is served', async () => {
    const { status, body } = await anonymous.get('/api/docs/openapi.json');
    expect(status).toBe(200);
    const calls = Object.keys(Object(Reflect.get(Object(body), 'paths')));
    expect(calls).toEqual(expect.arrayContaining(['/api/jobs/{id}', '/api/auth/login']));
    expect((await anonymous.get('/api/docs')).status).toBe(200);
  });
});

describe('raw requests', () => {
  it('with Content-Length and Transfer-Encoding are refused', async () => {
    const answer = await exchange(
      server,
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});
