import { jest } from '@jest/globals';
import { paths } from '@dps/contract';
import { UserService } from '../src/modules/users/user.service.ts';
import { expectError, TestClient, type Answer } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { jobBody, postJob } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import { untilBlocked } from './support/concurrent-change.ts';
import { addPasskey, challengeOf } from './support/passkey.ts';
import { sendEvent } from './support/payments.ts';
import { codeOf, setUpSecondFactor, startSecondFactor } from './support/second-factor.ts';
import {
  createConfirmationToken,
  createResetToken,
  createUndoToken,
  createUser,
  PASSWORD,
  shareReport,
  type TestUser,
} from './support/users.ts';
import { exchange, openSocket } from './support/raw-http.ts';
import { whileSchemaIs } from './support/schema.ts';
import { startServer, type TestServer } from './support/server.ts';

const log = recordLog();
let server: TestServer;
let users: UserService;
let owner: TestUser;
beforeAll(async () => {
  server = await startServer(
    { logLevel: 'trace' },
    { log, prepare: (app) => (users = app.get(UserService)) },
  );
  owner = await createUser(server, 'client');
});
afterAll(() => server.close());

const anonymous = () => new TestClient(server);
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
    await whileSchemaIs(server, check, 'ALTER TABLE jobs DROP CONSTRAINT no_barns', async () => {
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

describe('a refusal because of the time', () => {
  const expire = (table: string) =>
    server.dataSource.query(`UPDATE ${table} SET expires_at = now() - interval '6 minutes'`);
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } };
  const now = () => Math.floor(Date.now() / 1000);
  const login = ({ user }: TestUser, code: string) =>
    anonymous().post(paths.login(), { username: user.username, password: PASSWORD, code });

  /** Codes of another time: 12 steps of 30 s. */
  async function signInLate(steps: number): Promise<Answer> {
    const pilot = await createUser(server, 'pilot');
    const { secret } = await setUpSecondFactor(pilot);
    return login(pilot, codeOf(secret, steps));
  }

  it.each<[string, string, number, () => Promise<Answer>]>([
    ['an event with a slow clock', 'signature of an event', 360, () => sendEvent(server, event, now() - 360)],
    [
      'an event with a fast clock',
      'signature of an event',
      -360,
      () => sendEvent(server, event, now() + 360),
    ],
    ['a code of a slow clock', 'one-time code', 360, () => signInLate(-12)],
    ['a code of a fast clock', 'one-time code', -360, () => signInLate(12)],
    [
      'the first code of a slow clock',
      'one-time code',
      360,
      async () => {
        const pilot = await createUser(server, 'pilot');
        return pilot.client.put(paths.secondFactor(), { code: codeOf(await startSecondFactor(pilot), -12) });
      },
    ],
    [
      'a link to a new password',
      'link to a new password',
      360,
      async () => {
        const token = await createResetToken(server, owner.user.id);
        await expire('password_resets');
        return anonymous().put(paths.passwordReset(), { token, newPassword: 'battery staple' });
      },
    ],
    [
      'a link that confirms an address',
      'link that confirms an address',
      360,
      async () => {
        const token = await createConfirmationToken(server, owner.user);
        await expire('email_confirmations');
        return owner.client.post(paths.emailConfirmation(), { token });
      },
    ],
    [
      'a link that restores an address',
      'link that restores an address',
      360,
      async () => {
        const { user } = await createUser(server, 'pilot');
        const token = await createUndoToken(server, user, `next.${user.email}`);
        await expire('email_changes');
        return anonymous().post(paths.emailUndo(), { token, newPassword: 'battery staple' });
      },
    ],
    [
      'a shared report',
      'link to a report',
      360,
      async () => {
        const token = await shareReport(owner, (await postJob(owner)).id);
        await expire('report_links');
        return anonymous().get(paths.sharedReport(token));
      },
    ],
    [
      'a challenge of a passkey',
      'challenge of a passkey',
      360,
      async () => {
        const { software } = await addPasskey(await createUser(server, 'pilot'));
        const { challenge, browser } = await challengeOf(server);
        await expire('passkey_challenges');
        return browser.post(paths.passkeyLogin(), { passkey: software.sign(challenge) });
      },
    ],
  ])('[SECURE-45] of %s is logged with the seconds', async (_what, reason, seconds, call) => {
    const answer = await call();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const requestId = answer.headers.get('x-request-id');
    const line = await log.line(
      (each) => each.requestId === requestId && each.msg === 'refused because of the time',
    );
    expect(line).toMatchObject({ level: 30, reason, code: expect.any(String) });
    // A step of 30 s may begin meanwhile.
    expect(Number(line['secondsLate']) - seconds).toBeGreaterThanOrEqual(-1);
    expect(Number(line['secondsLate']) - seconds).toBeLessThanOrEqual(30);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['a wrong signature', () => sendEvent(server, event, NaN)],
    ['a wrong code', () => signInLate(100)],
    ['an unknown link', () => anonymous().post(paths.emailConfirmation(), { token: 'x'.repeat(43) })],
  ])('is not logged for %s', async (_what, call) => {
    const requestId = (await call()).headers.get('x-request-id') ?? '';
    await requestLine(requestId);
    const lines = log.lines().filter((line) => line.requestId === requestId);
    expect(lines.map(({ msg }) => msg)).not.toContain('refused because of the time');
  });
});

describe('a security event', () => {
  const login = (more: object, username = owner.user.username) =>
    anonymous().post(paths.login(), { username, password: PASSWORD, ...more });

  it.each<[string, () => Promise<Answer>, number, string, (() => object)?]>([
    ['a sign-in', () => login({}), 200, 'POST /api/auth/login', () => ({ userId: owner.user.id })],
    ['a wrong password', () => login({ password: 'wrong one' }), 401, 'POST /api/auth/login'],
    ['a sign-in to no account', () => login({}, 'no such user'), 401, 'POST /api/auth/login'],
    [
      'a wrong passkey',
      async () => {
        const { software } = await addPasskey(await createUser(server, 'pilot'));
        const { challenge, browser } = await challengeOf(server);
        const passkey = software.sign(challenge, { origin: 'https://evil.example' });
        return browser.post(paths.passkeyLogin(), { passkey });
      },
      400,
      'POST /api/auth/passkey',
    ],
    [
      'a wrong token of a mail',
      () => anonymous().put(paths.passwordReset(), { token: 'x'.repeat(43), newPassword: 'battery staple' }),
      404,
      'PUT /api/auth/password-reset',
    ],
    [
      'a job of another user',
      async () => (await createUser(server, 'client')).client.get(paths.job((await postJob(owner)).id)),
      404,
      'GET /api/jobs/',
    ],
    [
      'a call of another role',
      () => owner.client.get(paths.availableJobs()),
      403,
      'GET /api/jobs/available',
      () => ({ userId: owner.user.id }),
    ],
    ['a call without a session', () => anonymous().get(paths.payments()), 401, 'GET /api/payments'],
    [
      'a write from another site',
      () => owner.client.send('POST', paths.jobs(), jobBody(), { origin: 'https://evil.example' }),
      403,
      'POST /api/jobs',
    ],
    [
      'a body that breaks the contract',
      () => owner.client.post(paths.jobs(), { ...jobBody(), isAdmin: true }),
      400,
      'POST /api/jobs',
      () => ({ userId: owner.user.id }),
    ],
  ])(
    '[SECURE-108] is logged with its route, status and user: %s',
    async (_what, call, status, route, more = () => ({})) => {
      const answer = await call();
      expect(answer.status).toBe(status);
      const line = await requestLine(answer.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({ level: 30, status, time: expect.anything(), ...more() });
      const { method, route: logged } = line;
      expect([method, logged].join(' ')).toContain(route);
    },
  );

  it('[SECURE-108] names the account of a refused sign-in, and the number of the account only', async () => {
    const answer = await login({ password: 'wrong one' });
    const requestId = answer.headers.get('x-request-id');
    const line = await log.line((each) => each.requestId === requestId && each.msg === 'sign-in refused');
    expect(line).toMatchObject({ accountId: owner.user.id });
    expect(JSON.stringify(line)).not.toContain(owner.user.username);
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
    ['a request of an unknown path', () => anonymous().get('/api/nothing'), 404, 'none'],
    ['a request with a malformed path', () => anonymous().get('/api/jobs/%ff?token=x'), 400, 'none'],
    ['a request with a method that is not allowed', () => anonymous().delete(paths.login()), 405, 'none'],
  ])('is written for %s', async (_what, call, status, route) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    const line = await requestLine(answer.headers.get('x-request-id') ?? '');
    expect(line).toMatchObject({ level: 30, outcome: 'answered', status, route, ms: expect.any(Number) });
    expect(JSON.stringify(line)).not.toContain('token');
  });

  it.each([
    '/api/calendar/token-of-a-feed.ics',
    '/api/%63alendar/token-of-a-feed.ics',
    '/api/reports/token-of-a-report',
  ])('does not contain the token in %s', async (path) => {
    const answer = await anonymous().get(path);
    const line = await requestLine(answer.headers.get('x-request-id') ?? '');
    expect(line['route']).toMatch(/^\/api\/(calendar|reports)\/:/);
    expect(JSON.stringify(line)).not.toContain('token-of');
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
