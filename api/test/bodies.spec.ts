import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { ERROR_STATUS, paths, permission, signupBody, type ErrorCode, type Role } from '@dps/contract';
import { expectError } from './support/client.ts';
import { createUser, signupOf, type TestUser } from './support/users.ts';
import { exchange } from './support/raw-http.ts';
import { startServer, type TestServer } from './support/server.ts';

interface Limit {
  method: string;
  /** With ids of missing rows. */
  path: string;
  /** The body limit of the route, in bytes. */
  bytes: number;
}

let server: TestServer;
let users: Record<Role, TestUser>;
const limits: Limit[] = [];
beforeAll(async () => {
  server = await startServer(
    {},
    {
      prepare: (app) => {
        const fastify = app.getHttpAdapter().getInstance();
        fastify.addHook('onRoute', ({ method, url, bodyLimit }) => {
          const bytes = bodyLimit ?? fastify.initialConfig.bodyLimit ?? NaN;
          const path = url.replace(/:\w+/g, '1');
          for (const each of [method].flat()) limits.push({ method: each, path, bytes });
        });
      },
    },
  );
  users = { client: await createUser(server, 'client'), pilot: await createUser(server, 'pilot') };
});
afterAll(() => server.close());

/** The cookie of a user who may call a route. */
function cookieFor({ method, path }: Limit): string {
  const route = server.routes.find(
    (each) => each.method === method && each.url.replace(/:\w+/g, '1') === path,
  );
  const { roles } = permission(route?.permission ?? 'auth.logout');
  const role: Role = Array.isArray(roles) && !roles.includes('pilot') ? 'client' : 'pilot';
  return users[role].client.cookie ?? '';
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
        const answer: unknown = text === '' ? {} : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, code: Reflect.get(Object(answer), 'code') });
      });
    });
    // The server may close the connection during the upload. Only a missing answer is a failure.
    sending.on('close', () => reject(new Error('The connection ended without an answer')));
    sending.on('error', () => {});
    sending.flushHeaders();
    if (how !== 'declared') sending.end(body);
  });
}

const TOO_LARGE = { status: 413, code: 'payload_too_large' };
const takesBody = ({ method }: Limit) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);

describe('every route that takes a body', () => {
  it('has the smaller limit unless it accepts a file or an event', () => {
    const larger = limits.filter(({ bytes }) => bytes > 100 * 1024);
    expect(limits.filter(takesBody).length).toBeGreaterThan(12);
    expect(larger.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'POST /api/jobs/1/attachments',
      'POST /api/payments/webhook',
      'POST /api/user/profile-image',
      'PUT /api/jobs/1/deliverables/1/parts/1',
    ]);
  });

  it('refuses an announced length above its limit before the body is sent', async () => {
    for (const limit of limits.filter(takesBody)) {
      expect({ ...limit, ...(await send(limit, limit.bytes + 1, 'declared')) }).toEqual({
        ...limit,
        ...TOO_LARGE,
      });
    }
  });

  it('refuses a chunked body above its limit', async () => {
    for (const limit of limits.filter(takesBody)) {
      expect({ ...limit, ...(await send(limit, limit.bytes + 1, 'chunked')) }).toEqual({
        ...limit,
        ...TOO_LARGE,
      });
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
    const answer = await exchange(
      server,
      Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]),
    );
    const [head = '', text = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), code: Reflect.get(Object(JSON.parse(text)), 'code') };
  }

  const refused = (code: ErrorCode) => ({ status: ERROR_STATUS[code], code });
  const JSON_TYPE = 'Content-Type: application/json';

  it.each([
    ['without a type', []],
    ['with an empty type', ['Content-Type:']],
    ['in another charset', [`${JSON_TYPE};charset=utf-16`]],
    ['of a JSON-based type', ['Content-Type: application/problem+json']],
    ['of a type with the prefix json', ['Content-Type: application/jsonp']],
    ['of two types in one header', [`${JSON_TYPE}, text/plain`]],
    ['of two types in two headers', [JSON_TYPE, 'Content-Type: text/plain']],
    ['of the same type twice', [JSON_TYPE, JSON_TYPE]],
    ['of a form', ['Content-Type: application/x-www-form-urlencoded']],
    ['with a content encoding', [JSON_TYPE, 'Content-Encoding: gzip']],
  ])('%s is refused', async (_what, headers) => {
    expect(await signUp(headers)).toEqual(refused('unsupported_media_type'));
  });

  it('that is compressed is refused', async () => {
    const headers = [JSON_TYPE, 'Content-Encoding: gzip'];
    expect(await signUp(headers, gzipSync(BODY))).toEqual(refused('unsupported_media_type'));
  });

  it.each([
    ['with a UTF-8 charset', [`${JSON_TYPE}; charset=UTF-8`]],
    ['with the encoding identity', [JSON_TYPE, 'Content-Encoding: identity']],
  ])('%s is read', async (_what, headers) => {
    const body = JSON.stringify(signupOf('client'));
    expect(await signUp(headers, body)).toEqual({ status: 201, code: undefined });
  });

  it('without a session is answered with 401 before its type is checked', async () => {
    const answer = await users.client.client.send('POST', paths.jobs(), 'x', {
      cookie: '',
      'content-type': 'text/plain',
    });
    expectError(answer, 401, 'unauthenticated');
  });
});
