import { SANDBOX_KEYS } from './support/api-process.ts';
import { jest } from '@jest/globals';
import { paths, userView } from '@dps/contract';
import { UserService } from '../src/modules/users/user.service.ts';
import { type ApiResponse, expectError, expectView, TestClient } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import { untilBlocked } from './support/concurrent-change.ts';
import { addPasskey, challengeOf } from './support/passkey.ts';
import { sendEvent, signatureOf } from './support/payments.ts';
import { codeOf, setUpSecondFactor, startSecondFactor } from './support/second-factor.ts';
import {
  cookieOf,
  createConfirmationToken,
  createFeed,
  createResetToken,
  createUndoToken,
  createUser,
  PASSWORD,
  shareReport,
  signupOf,
  type TestUser,
} from './support/users.ts';
import { exchange, openSocket } from './support/raw-http.ts';
import { whileSchemaIs } from './support/schema.ts';
import { startServer, type TestServer } from './support/server.ts';

const log = recordLog();
let server: TestServer;
let users: UserService;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  server = await startServer(
    { logLevel: 'trace', stripe: { ...SANDBOX_KEYS, apiBase: 'http://127.0.0.1:9' } },
    { log, prepare: (app) => (users = app.get(UserService)) },
  );
  owner = await createUser(server, 'client');
  pilot = await createUser(server, 'pilot');
});
afterAll(() => server.close());

const anonymous = () => new TestClient(server);
const errorLine = (requestId: string) =>
  log.line((line) => line.requestId === requestId && line.msg === 'unexpected error');
const requestLine = (requestId: string) =>
  log.line((line) => line.requestId === requestId && line.msg === 'request');

/** The response to a call during which the service fails with an error. */
async function responseWith(error: Error): Promise<ApiResponse> {
  const failing = jest.spyOn(users, 'current').mockRejectedValueOnce(error);
  const response = await owner.client.get(paths.currentUser());
  failing.mockRestore();
  return response;
}

describe('an unexpected error', () => {
  /** Expects a response with the request id and no details of the error. Returns the id. */
  function expectNoInternals(response: ApiResponse): string {
    const error = expectError(response, 500, 'internal');
    expect(error).toEqual({
      statusCode: 500,
      code: 'internal',
      message: 'Something went wrong. Please try again.',
      requestId: response.headers.get('x-request-id'),
    });
    return error.requestId;
  }

  it('is logged completely, and the response has only its id', async () => {
    const cause = new RangeError('the barometer is gone');
    const response = await responseWith(new TypeError('cannot read the altimeter', { cause }));
    const line = await errorLine(expectNoInternals(response));
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
});

it('logs a temporary failure as a warning with its reason', async () => {
  const full = Object.assign(new Error('too many connections'), { code: '53300' });
  const { requestId } = expectError(await responseWith(full), 503, 'unavailable');
  expect(await log.line((line) => line.requestId === requestId && line.level === 40)).toMatchObject({
    msg: 'service unavailable',
    code: 'unavailable',
    err: { code: '53300', message: 'too many connections' },
  });
});

describe('a refusal because of the time', () => {
  const expire = (table: string) =>
    server.dataSource.query(`UPDATE ${table} SET expires_at = now() - interval '6 minutes'`);
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } };
  const now = () => Math.floor(Date.now() / 1000);
  const login = ({ user }: TestUser, code: string) =>
    anonymous().post(paths.login(), { username: user.username, password: PASSWORD, code });

  /** Codes of another time: 12 steps of 30 s. */
  async function signInLate(steps: number): Promise<ApiResponse> {
    const other = await createUser(server, 'pilot');
    const { secret } = await setUpSecondFactor(other);
    return login(other, codeOf(secret, steps));
  }

  async function signInWithLateChallenge(): Promise<ApiResponse> {
    const { software } = await addPasskey(await createUser(server, 'pilot'));
    const { challenge, browser } = await challengeOf(server);
    await expire('passkey_challenges');
    return browser.post(paths.passkeyLogin(), { passkey: software.sign(challenge) });
  }

  /** The reason and the seconds of the logged refusal of a request. */
  async function lateness({ status, headers }: ApiResponse) {
    const requestId = headers.get('x-request-id');
    const { level, code, reason, secondsLate } = await log.line(
      (line) => line.requestId === requestId && line.msg === 'refused because of the time',
    );
    expect({ level, code, isRefused: status >= 400 }).toEqual({
      level: 30,
      code: expect.any(String),
      isRefused: true,
    });
    return { reason, secondsLate: Number(secondsLate) };
  }

  it.each<[string, number, () => Promise<ApiResponse>]>([
    ['signature of an event', 360, () => sendEvent(server, event, now() - 360)],
    ['signature of an event', -360, () => sendEvent(server, event, now() + 360)],
    ['one-time code', 360, () => signInLate(-12)],
    ['one-time code', -360, () => signInLate(12)],
    ['challenge of a passkey', 360, signInWithLateChallenge],
  ])('[SECURE-45] of a %s is logged with the seconds: %d', async (reason, seconds, call) => {
    const late = await lateness(await call());
    expect(late.reason).toBe(reason);
    // Codes change every 30 s.
    expect(late.secondsLate).toBeGreaterThanOrEqual(seconds - 30);
    expect(Math.sign(late.secondsLate)).toBe(Math.sign(seconds));
  });

  const newPassword = 'battery staple';
  type Use = (secret: string) => Promise<ApiResponse>;
  it.each<[string, string, () => Promise<string>, Use]>([
    [
      'one-time code',
      'passkey_challenges',
      () => startSecondFactor(pilot),
      (secret) => pilot.client.put(paths.secondFactor(), { code: codeOf(secret, -12) }),
    ],
    [
      'link to a new password',
      'password_resets',
      () => createResetToken(server, owner.user.id),
      (token) => anonymous().put(paths.passwordReset(), { token, newPassword }),
    ],
    [
      'link that confirms an address',
      'email_confirmations',
      () => createConfirmationToken(server, owner.user),
      (token) => owner.client.post(paths.emailConfirmation(), { token }),
    ],
    [
      'link that restores an address',
      'email_changes',
      () => createUndoToken(server, pilot.user, `next.${pilot.user.email}`),
      (token) => anonymous().post(paths.emailUndo(), { token, newPassword }),
    ],
    [
      'link to a report',
      'report_links',
      async () => shareReport(owner, (await postJob(owner)).id),
      (token) => anonymous().get(paths.sharedReport(token)),
    ],
  ])('[SECURE-45] of a %s of %s is logged with the seconds', async (reason, table, create, use) => {
    const secret = await create();
    await expire(table);
    const late = await lateness(await use(secret));
    expect(late.reason).toBe(reason);
    expect(late.secondsLate).toBeGreaterThanOrEqual(330);
  });

  it('is not logged for a wrong signature, code or link', async () => {
    for (const response of [
      await sendEvent(server, event, NaN),
      await signInLate(100),
      await anonymous().post(paths.emailConfirmation(), { token: 'x'.repeat(43) }),
    ]) {
      const requestId = response.headers.get('x-request-id') ?? '';
      await requestLine(requestId);
      const lines = log.lines().filter((line) => line.requestId === requestId);
      expect(lines.map(({ msg }) => msg)).not.toContain('refused because of the time');
    }
  });
});

describe('a security event', () => {
  const login = (more: object, username = owner.user.username) =>
    anonymous().post(paths.login(), { username, password: PASSWORD, ...more });

  async function signInFromEvil(): Promise<ApiResponse> {
    const { software } = await addPasskey(await createUser(server, 'pilot'));
    const { challenge, browser } = await challengeOf(server);
    return browser.post(paths.passkeyLogin(), {
      passkey: software.sign(challenge, { origin: 'https://evil.example' }),
    });
  }
  const forgeJob = (body: object, headers = {}) => owner.client.send('POST', paths.jobs(), body, headers);
  const ofOwner = () => ({ userId: owner.user.id });
  const newPassword = 'battery staple';

  it.each<[string, () => Promise<ApiResponse>, number, string, (() => object)?]>([
    ['a sign-in', () => login({}), 200, '/api/auth/login', ofOwner],
    ['a wrong password', () => login({ password: 'wrong one' }), 401, '/api/auth/login'],
    ['a wrong passkey', signInFromEvil, 400, '/api/auth/passkey'],
    [
      'a wrong token of a mail',
      () => anonymous().put(paths.passwordReset(), { token: 'x'.repeat(43), newPassword }),
      404,
      '/api/auth/password-reset',
    ],
    [
      'a job of another user',
      async () => (await createUser(server, 'client')).client.get(paths.job((await postJob(owner)).id)),
      404,
      '/api/jobs/',
    ],
    ['a call of another role', () => owner.client.get(paths.availableJobs()), 403, '/available', ofOwner],
    ['a call without a session', () => anonymous().get(paths.payments()), 401, '/api/payments'],
    [
      'a write from another site',
      () => forgeJob(jobBody(), { origin: 'https://evil.example' }),
      403,
      '/api/jobs',
    ],
    [
      'a body that breaks the contract',
      () => forgeJob({ ...jobBody(), isAdmin: true }),
      400,
      '/api/jobs',
      ofOwner,
    ],
  ])(
    '[SECURE-108] is logged with its route, status and user: %s',
    async (_what, call, status, route, more = () => ({})) => {
      const response = await call();
      expect(response.status).toBe(status);
      const line = await requestLine(response.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({ level: 30, status, time: expect.anything(), ...more() });
      expect(line['route']).toContain(route);
    },
  );

  it('[SECURE-108] names the account of a refused sign-in, and the number of the account only', async () => {
    const response = await login({ password: 'wrong one' });
    const requestId = response.headers.get('x-request-id');
    const line = await log.line((each) => each.requestId === requestId && each.msg === 'sign-in refused');
    expect(line).toMatchObject({ accountId: owner.user.id });
    expect(JSON.stringify(line)).not.toContain(owner.user.username);
  });
});

describe('the request line', () => {
  const USER = paths.currentUser();

  it.each([
    ['a request that succeeds', () => owner.client.get(`${USER}?token=x`), 200, USER],
    ['a request without a session', () => anonymous().get(USER), 401, USER],
    ['a request of an unknown path', () => anonymous().get('/api/nothing'), 404, 'none'],
    ['a request with a malformed path', () => anonymous().get('/api/jobs/%ff?token=x'), 400, 'none'],
    ['a request with a method that is not allowed', () => anonymous().delete(paths.login()), 405, 'none'],
  ])('is written once for %s', async (_what, call, status, route) => {
    const response = await call();
    expect(response.status).toBe(status);
    const line = await requestLine(response.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ level: 30, outcome: 'completed', status, route, ms: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain('token');
    expect(log.lines().filter(({ requestId }) => requestId === line.requestId)).toHaveLength(1);
  });

  it.each([
    '/api/calendar/token-of-a-feed.ics',
    '/api/%63alendar/token-of-a-feed.ics',
    '/api/reports/token-of-a-report',
  ])('does not contain the token in %s', async (path) => {
    const response = await anonymous().get(path);
    const line = await requestLine(response.headers.get('x-request-id') ?? '');
    expect(line['route']).toMatch(/^\/api\/(calendar|reports)\/:/);
    expect(JSON.stringify(line)).not.toContain('token-of');
  });

  it('is written when the client disconnects during the body', async () => {
    const socket = await openSocket(server);
    const head = `POST ${paths.login()} HTTP/1.1\r\nHost: x\r\nX-Request-Id: aborted-1\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username":`);
    // When a second connection has its response, the server has read the head of the first request.
    await anonymous().get(paths.live());
    socket.destroy();
    expect(await requestLine('aborted-1')).toMatchObject({ outcome: 'aborted', route: '/api/auth/login' });
    const more = log.lines().filter(({ requestId, level }) => requestId === 'aborted-1' && level > 30);
    expect(more).toEqual([]);
  });

  it.each([
    ['during the upload of a file', 'aborted-3', 0.5],
    ['after the upload of a file', 'aborted-4', 1],
  ])(
    '[UPLOAD-17] is the only line, without an error, when the client disconnects %s',
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

  it('is written when the client disconnects before the response', async () => {
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
    expect(line).toMatchObject({ outcome: 'aborted', route: '/api/user/profile', userId: owner.user.id });
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
  ])('is written, and the response has the standard shape, for %s', async (_what, request, status, code) => {
    const [head = '', body = ''] = (await exchange(server, request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const requestId = /x-request-id: (\S+)/.exec(head)?.[1] ?? '';
    expect(JSON.parse(body)).toMatchObject({ statusCode: status, code, requestId });
    expect(await requestLine(requestId)).toMatchObject({ outcome: 'unreadable', status });
  });
});

describe('a client cannot forge a line', () => {
  it('with the path or the request id', async () => {
    const before = log.lines().length;
    const path = '/api/forge-1%0d%0a%7B"level":60%7D%1b[2J\u0085\u009b31m\u00e9';
    const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: {"level":60}\r\n\r\n`;
    await exchange(server, Buffer.from(head, 'latin1'));
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
    for (const [body, code] of [
      [{ ...markedSignup(), role: mark('role') }, 'validation_failed'],
      [{ [mark('field')]: mark('value') }, 'validation_failed'],
      [`{"password":"${mark('json')}`, 'malformed_request'],
      [mark('text'), 'malformed_request'],
    ] as const)
      expectError(await anonymous().post(paths.signup(), body), 400, code);
    const { username, password } = signup;
    const response = await anonymous().post(paths.login(), { username, password });
    expectView(response, 200, userView);
    marks.push(cookieOf(response).split('=')[1] ?? 'no token');
    for (const login of [
      { username, password: mark('wrong') },
      { username: mark('unknown'), password },
    ])
      expectError(await anonymous().post(paths.login(), login), 401, 'invalid_credentials');
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
      statuses.push(
        (await owner.client.proved.put(paths.profile(), { name: mark('new-name'), email })).status,
      );
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

  it('[FEED-17] has no address of a calendar feed', async () => {
    const token = await createFeed(owner);
    marks.push(token);
    await anonymous().get(paths.calendarFeed(token));
    await anonymous().get(`${paths.calendarFeed(token)}/${mark('feed-path')}`);
    expectError(await anonymous().get(paths.calendarFeed(mark('feed'))), 404, 'not_found');
    await whileSchemaIs(
      server,
      'ALTER TABLE calendar_feeds RENAME TO renamed_feeds',
      'ALTER TABLE renamed_feeds RENAME TO calendar_feeds',
      async () => {
        expectError(await anonymous().get(paths.calendarFeed(token)), 500, 'internal');
      },
    );
  });

  it('[REPORT-11] has no address of a shared report', async () => {
    const { id } = await postJob(owner);
    const token = await shareReport(owner, id);
    marks.push(token);
    expect((await anonymous().get(paths.sharedReport(token))).status).toBe(200);
    expectError(await anonymous().get(paths.sharedReport(mark('report'))), 404, 'not_found');
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
      server,
      'ALTER TABLE users RENAME TO renamed_users',
      'ALTER TABLE renamed_users RENAME TO users',
      async () => {
        expectError(await anonymous().post(paths.signup(), markedSignup()), 500, 'internal');
        const login = { username: mark('login'), password: mark('login-password') };
        expectError(await anonymous().post(paths.login(), login), 500, 'internal');
      },
    );
    const refuse = `ALTER TABLE jobs ADD CONSTRAINT refuse CHECK (title IS NULL) NOT VALID`;
    await whileSchemaIs(server, refuse, 'ALTER TABLE jobs DROP CONSTRAINT refuse', async () => {
      expectError(await owner.client.post(paths.jobs(), jobBody({ title: mark('row') })), 500, 'internal');
    });
    const job = await acceptJob(pilot, (await postJob(owner)).id);
    const record = { jobId: job.id, flightNumber: 'F1', duration: 10, notes: mark('notes') };
    await whileSchemaIs(
      server,
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
    expectError(await responseWith(leaky), 500, 'internal');
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
