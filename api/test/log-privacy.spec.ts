import { jest } from '@jest/globals';
import { paths, userView } from '@dps/contract';
import { UserService } from '../src/modules/users/user.service.ts';
import { SANDBOX_KEYS } from './support/api-process.ts';
import { expectError, expectView, TestClient } from './support/client.ts';
import { upload } from './support/files.ts';
import { acceptJob, jobBody, postJob } from './support/jobs.ts';
import { recordLog } from './support/log.ts';
import { signatureOf } from './support/payments.ts';
import { exchange } from './support/raw-http.ts';
import { whileSchemaIs } from './support/schema.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createFeed, cookieOf, createUser, shareReport, signupOf, type TestUser } from './support/users.ts';

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
