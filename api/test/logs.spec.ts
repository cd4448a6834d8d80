import { jest } from '@jest/globals';
import { paths, userView } from '@dps/shared-contracts';
import { UserService } from '../src/modules/users/user.service.ts';
import { SANDBOX_KEYS } from './support/api-process.ts';
import { expectError, expectView, TestClient, type Answer } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import { untilBlocked } from './support/concurrent-change.ts';
import { signatureOf } from './support/payments.ts';
import { cookieOf, createUser, signupOf, type TestUser } from './support/users.ts';
import { exchange, openSocket } from './support/raw-http.ts';
import { startServer, type TestServer } from './support/server.ts';

const log = recordLog();
let server: TestServer;
let users: UserService;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  const stripe = {
    secretKey: SANDBOX_KEYS.secretKey,
    webhookSecret: SANDBOX_KEYS.webhookSecret,
    apiBase: 'http://127.0.0.1:9',
  };
  server = await startServer(
    { logLevel: 'trace', stripe },
    { log, prepare: (app) => (users = app.get(UserService)) },
  );
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const anonymous = () => new TestClient(server);
const sql = (statement: string) => server.dataSource.query<unknown>(statement);

/** Changes the schema, runs an action and reverts the change. */
async function whileSchemaIs(change: string, revert: string, action: () => Promise<void>): Promise<void> {
  await sql(change);
  try {
    await action();
  } finally {
    await sql(revert);
  }
}

const errorLine = (requestId: string) =>
  log.line((line) => line.requestId === requestId && line.msg === 'unexpected error');
const requestLine = (requestId: string) =>
  log.line((line) => line.requestId === requestId && line.msg === 'request');

describe('an unexpected error', () => {
  /** Expects an answer with the request id and no details of the error. Returns the id. */
  function expectNoInternals(answer: Answer): string {
    const error = expectError(answer, 500, 'internal');
    expect(error).toEqual({
      statusCode: 500,
      code: 'internal',
      message: 'Something went wrong. Please try again.',
      requestId: answer.headers.get('x-request-id'),
    });
    return error.requestId;
  }

  it('is logged completely, and the answer has only its id', async () => {
    const failing = jest
      .spyOn(users, 'current')
      .mockRejectedValueOnce(
        new TypeError('cannot read the altimeter', { cause: new RangeError('the barometer is gone') }),
      );
    const answer = await owner.client.get(paths.currentUser());
    failing.mockRestore();
    const line = await errorLine(expectNoInternals(answer));
    expect(line).toMatchObject({
      level: 50,
      err: {
        type: 'TypeError',
        message: 'cannot read the altimeter',
        stack: expect.stringContaining('logs.spec.ts'),
        cause: { type: 'RangeError', message: 'the barometer is gone' },
      },
    });
  });

  it('of the database is logged with statement, state and constraint', async () => {
    const check = `ALTER TABLE jobs ADD CONSTRAINT no_barns CHECK (title <> 'Barn') NOT VALID`;
    await whileSchemaIs(check, 'ALTER TABLE jobs DROP CONSTRAINT no_barns', async () => {
      const answer = await owner.client.post(paths.jobs(), jobBody({ title: 'Barn' }));
      const line = await errorLine(expectNoInternals(answer));
      expect(line).toMatchObject({
        err: {
          type: 'QueryFailedError',
          code: '23514',
          constraint: 'no_barns',
          table: 'jobs',
          query: expect.stringMatching(/^INSERT INTO "?jobs"?/),
          stack: expect.stringContaining('    at '),
        },
      });
    });
  });

  it('of another service is answered with 500 whatever its status', async () => {
    const refused = Object.assign(new Error('Invalid API key'), {
      statusCode: 401,
      type: 'StripeAuthenticationError',
    });
    const failing = jest.spyOn(users, 'current').mockRejectedValueOnce(refused);
    const answer = await owner.client.get(paths.currentUser());
    failing.mockRestore();
    expect(expectNoInternals(answer)).toBe(answer.headers.get('x-request-id'));
  });
});

it('logs a temporary failure as a warning with its reason', async () => {
  const full = Object.assign(new Error('too many connections'), { code: '53300' });
  const failing = jest.spyOn(users, 'current').mockRejectedValueOnce(full);
  const { requestId } = expectError(await owner.client.get(paths.currentUser()), 503, 'unavailable');
  failing.mockRestore();
  expect(await log.line((line) => line.requestId === requestId && line.level === 40)).toMatchObject({
    msg: 'service unavailable',
    code: 'unavailable',
    err: { code: '53300', message: 'too many connections' },
  });
});

describe('the request line', () => {
  it.each([
    [
      'a request that succeeds',
      () => owner.client.get(`${paths.currentUser()}?token=x`),
      200,
      '/api/user/current',
    ],
    ['a request without a session', () => anonymous().get(paths.currentUser()), 401, '/api/user/current'],
    ['a request of an unknown path', () => anonymous().get('/api/nothing'), 404, '/api/nothing'],
    ['a request with a malformed path', () => anonymous().get('/api/jobs/%ff?token=x'), 400, '/api/jobs/%ff'],
    [
      'a request with a method that is not allowed',
      () => anonymous().delete(paths.login()),
      405,
      '/api/auth/login',
    ],
  ])('is written for %s', async (_what, call, status, path) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    const line = await requestLine(answer.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ level: 30, outcome: 'answered', status, path, ms: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain('token');
  });

  it('has the user id', async () => {
    const answer = await owner.client.get(paths.currentUser());
    const line = await requestLine(answer.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ method: 'GET', userId: owner.user.id });
  });

  it('is written once', async () => {
    const answers = [await owner.client.get(paths.currentUser()), await anonymous().get('/api/jobs/%ff')];
    for (const { headers } of answers) {
      const id = headers.get('x-request-id') ?? '';
      await requestLine(id);
      expect(log.lines().filter(({ requestId }) => requestId === id)).toHaveLength(1);
    }
  });

  it('is written when the client disconnects during the body', async () => {
    const socket = await openSocket(server);
    const head = `POST ${paths.login()} HTTP/1.1\r\nHost: x\r\nX-Request-Id: aborted-1\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username":`);
    // When a second connection has its answer, the server has read the head of the first request.
    await anonymous().get(paths.live());
    socket.destroy();
    expect(await requestLine('aborted-1')).toMatchObject({ outcome: 'aborted', path: '/api/auth/login' });
    const more = log.lines().filter(({ requestId, level }) => requestId === 'aborted-1' && level > 30);
    expect(more).toEqual([]);
  });

  it.each([
    ['during the upload of a file', 'aborted-3', 0.5],
    ['after the upload of a file', 'aborted-4', 1],
  ])(
    'is the only line, without an error, when the client disconnects %s',
    async (_when, requestId, share) => {
      const { id } = await postJob(owner);
      const before = log.lines().length;
      const body = JSON.stringify(upload(Buffer.concat([PDF, Buffer.alloc(2_000_000, 7)])));
      const socket = await openSocket(server);
      const head =
        `POST ${paths.attachments(id)} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${requestId}\r\n` +
        `Cookie: ${owner.client.cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      await new Promise((resolve) => socket.write(head + body.slice(0, body.length * share), resolve));
      socket.destroy();
      expect(await requestLine(requestId)).toMatchObject({ level: 30, outcome: 'aborted' });
      // Later requests show that the server has ended its work on this one.
      await owner.client.post(paths.attachments(id), upload());
      const lines = log.lines().slice(before);
      expect(lines.filter((line) => line.requestId === requestId)).toHaveLength(1);
      expect(lines.filter(({ level }) => level > 30)).toEqual([]);
    },
  );

  it('is written when the client disconnects before the answer', async () => {
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [owner.user.id]);
    const socket = await openSocket(server);
    const body = JSON.stringify({ name: 'Later', email: owner.user.email });
    socket.write(
      `PUT ${paths.profile()} HTTP/1.1\r\nHost: x\r\nX-Request-Id: aborted-2\r\nCookie: ${owner.client.cookie}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await untilBlocked(server.dataSource, new Promise(() => {}));
    socket.destroy();
    const line = await requestLine('aborted-2');
    await runner.rollbackTransaction();
    await runner.release();
    expect(line).toMatchObject({ outcome: 'aborted', path: '/api/user/profile', userId: owner.user.id });
    expect(line).not.toHaveProperty('status');
  });

  it.each([
    ['bytes that are not HTTP', 'HELLO\r\n\r\n', 400, 'malformed_request'],
    [
      'a request with Content-Length and Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a request with too large headers',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('is written, and the answer has the standard shape, for %s', async (_what, request, status, code) => {
    const [head = '', body = ''] = (await exchange(server, request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const requestId = /x-request-id: (\S+)/.exec(head)?.[1] ?? '';
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code, requestId });
    expect(await requestLine(requestId)).toMatchObject({ outcome: 'unreadable', status });
  });
});

describe('a client cannot forge a line', () => {
  it.each([
    ['line breaks and control characters in the path', '/api/forge-1%0d%0a%7B"level":60%7D%1b[2J', {}],
    ['bytes beyond ASCII in the path', '/api/forge-2\u0085\u009b31m\u00e9', {}],
    ['a line as the request id', '/api/forge-3', { 'x-request-id': '{"level":60,"msg":"forged"}' }],
  ])('with %s', async (_how, path, headers) => {
    const before = log.lines().length;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    await exchange(
      server,
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}\r\n`, 'latin1'),
    );
    await log.line(() => log.lines().length > before);
    const written = log.lines().slice(before);
    expect(written.map(({ msg }) => msg)).toEqual(['request']);
    expect(JSON.stringify(written)).toMatch(/^[\x20-\x7e]+$/);
    expect(written[0]?.requestId).toMatch(/^[\w-]{36}$/);
  });
});

describe('the log at level trace', () => {
  const marks: string[] = [];
  /** Creates a string that must not be in the log. */
  const mark = (what: string) => {
    const text = `mark-${what}-${marks.length}-c0ffee`;
    marks.push(text);
    return text;
  };
  const markedSignup = () =>
    signupOf('client', {
      username: mark('username'),
      password: mark('password'),
      name: mark('name'),
      email: `${mark('email')}@example.com`,
    });

  it('has no data of signups and sign-ins', async () => {
    const signup = markedSignup();
    expectView(await anonymous().post(paths.signup(), signup), 201, userView);
    expectError(await anonymous().post(paths.signup(), signup), 409, 'username_taken');
    expectError(
      await anonymous().post(paths.signup(), { ...markedSignup(), role: mark('role') }),
      400,
      'validation_failed',
    );
    expectError(
      await anonymous().post(paths.signup(), { [mark('field')]: mark('value') }),
      400,
      'validation_failed',
    );
    expectError(
      await anonymous().post(paths.signup(), `{"password":"${mark('json')}`),
      400,
      'malformed_request',
    );
    expectError(await anonymous().post(paths.signup(), mark('text')), 400, 'malformed_request');
    const { username, password } = signup;
    const answer = await anonymous().post(paths.login(), { username, password });
    expectView(answer, 200, userView);
    marks.push(cookieOf(answer).split('=')[1] ?? 'no token');
    expectError(
      await anonymous().post(paths.login(), { username, password: mark('wrong') }),
      401,
      'invalid_credentials',
    );
    expectError(
      await anonymous().post(paths.login(), { username: mark('unknown'), password }),
      401,
      'invalid_credentials',
    );
  });

  it('has no data of headers and queries', async () => {
    const headers = {
      authorization: `Bearer ${mark('authorization')}`,
      cookie: `dps_session=${mark('cookie')}; other=${mark('other-cookie')}`,
      'user-agent': mark('agent'),
      'x-api-key': mark('key'),
      'content-type': `text/${mark('type')}`,
    };
    expectError(await anonymous().send('POST', paths.jobs(), '{}', headers), 401, 'unauthenticated');
    await anonymous().send('GET', `/api/nothing?password=${mark('query')}`, undefined, headers);
    await anonymous().send('GET', `/api/%ff?password=${mark('bad-query')}`, undefined, headers);
    await exchange(server, `GET / HTTP/1.1\r\nCookie: ${mark('raw')}\r\nBad Header: x\r\n\r\n`);
    await exchange(server, `GET / HTTP/1.1\r\nCookie: ${mark('large').repeat(2000)}\r\n\r\n`);
  });

  it('has no data of files, jobs and profiles', async () => {
    const job = await postJob(owner, { title: mark('title'), description: mark('description') });
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(mark('file'))]);
    marks.push(content.toString('base64'));
    const bodies = [
      upload(content, { fileName: `${mark('file-name')}.pdf` }),
      upload(content, { fileType: 'image', fileName: `${mark('file-name')}.png` }),
      upload(content, { fileData: `${mark('no-base64')}!!` }),
    ];
    const statuses: number[] = [];
    for (const body of bodies) {
      statuses.push((await owner.client.post(paths.attachments(job.id), body)).status);
    }
    const imageData = `data:image/png;base64,${content.toString('base64')}`;
    statuses.push((await owner.client.post(paths.profileImage(), { imageData })).status);
    for (const email of [`${mark('new-email')}@example.com`, mark('no-email')]) {
      statuses.push((await owner.client.put(paths.profile(), { name: mark('new-name'), email })).status);
    }
    expect(statuses).toEqual([201, 400, 400, 400, 200, 400]);
  });

  it('has no data of payment events', async () => {
    const event = JSON.stringify({
      id: mark('event'),
      type: 'customer.created',
      data: { object: { id: mark('object'), email: mark('customer-email') } },
    });
    const send = (signature: string) =>
      anonymous().send('POST', paths.paymentWebhook(), event, { 'stripe-signature': signature });
    expect((await send(signatureOf(event, Math.floor(Date.now() / 1000)))).status).toBe(200);
    expectError(await send(`t=1,v1=${mark('signature')}`), 400, 'invalid_signature');
  });

  it('has no data of browser reports beyond the fields of a report', async () => {
    const event = { module: 'jobs', version: '1.0.0', operation: 'detail', count: 1 };
    const headers = { cookie: `dps_session=${mark('report-cookie')}`, referer: mark('referer') };
    const send = (failures: unknown) => anonymous().send('POST', paths.telemetry(), { failures }, headers);
    expect((await send([event])).status).toBe(204);
    const refused = [
      [{ ...event, user: mark('report-user') }],
      [{ ...event, [mark('report-field')]: 1 }],
      [{ ...event, operation: `read ${mark('report-text')}` }],
      [{ ...event, code: mark('report-code') }],
      [event, mark('report-event')],
      mark('report-list'),
    ];
    for (const failures of refused) expectError(await send(failures), 400, 'validation_failed');
  });

  it('has no data of database errors', async () => {
    await whileSchemaIs(
      'ALTER TABLE users RENAME TO renamed_users',
      'ALTER TABLE renamed_users RENAME TO users',
      async () => {
        expectError(await anonymous().post(paths.signup(), markedSignup()), 500, 'internal');
        const login = { username: mark('login'), password: mark('login-password') };
        expectError(await anonymous().post(paths.login(), login), 500, 'internal');
      },
    );
    const refuse = `ALTER TABLE jobs ADD CONSTRAINT refuse CHECK (title IS NULL) NOT VALID`;
    await whileSchemaIs(refuse, 'ALTER TABLE jobs DROP CONSTRAINT refuse', async () => {
      expectError(await owner.client.post(paths.jobs(), jobBody({ title: mark('row') })), 500, 'internal');
    });
    const job = await acceptJob(pilot, (await postJob(owner)).id);
    const record = { jobId: job.id, flightNumber: 'F1', duration: 10, notes: mark('notes') };
    await whileSchemaIs(
      'ALTER TABLE flight_data ALTER COLUMN notes TYPE integer USING NULL',
      'ALTER TABLE flight_data ALTER COLUMN notes TYPE text',
      async () => {
        expectError(await pilot.client.post(paths.flightRecords(), record), 500, 'internal');
      },
    );
  });

  it('has no extra fields of library errors', async () => {
    const leaky = Object.assign(new Error('request failed'), {
      parameters: [mark('parameter')],
      config: { headers: { authorization: mark('config') } },
      response: { body: mark('response') },
      cause: Object.assign(new Error('deeper'), { raw: mark('raw') }),
    });
    const failing = jest.spyOn(users, 'current').mockRejectedValueOnce(leaky);
    expectError(await owner.client.get(paths.currentUser()), 500, 'internal');
    failing.mockRestore();
  });

  it('contains none of the sent data', async () => {
    await anonymous().get(paths.live());
    expect(marks.length).toBeGreaterThan(40);
    expect(log.lines().length).toBeGreaterThan(40);
    const text = log.text().toLowerCase();
    expect(marks.filter((each) => text.includes(each.toLowerCase()))).toEqual([]);
    // The marks in other encodings.
    const encoded = marks.flatMap((each) => [
      Buffer.from(each).toString('base64').slice(2, -4),
      Buffer.from(each).toString('hex'),
    ]);
    expect(encoded.filter((each) => log.text().includes(each))).toEqual([]);
  });
});
