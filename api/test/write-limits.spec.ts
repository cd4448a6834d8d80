import { paths } from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { limitClassOf, type LimitClass } from '../src/platform/throttling/request-limits.ts';
import { attach } from './support/attachments.ts';
import { TestClient } from './support/client.ts';
import { startUpload, sendPart } from './support/deliverables.ts';
import { PDF } from './support/files.ts';
import { jobBody, jobIn, postJob } from './support/jobs.ts';
import { measureWork } from './support/measure-work.ts';
import { expectLimited, fill, hitsOf, newAddress } from './support/rate-limits.ts';
import { exchange } from './support/raw-http.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
let replica: TestServer;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
  replica = await startServer({ databaseUrl: server.databaseUrl, rateLimitFactor: 1 });
});
afterAll(async () => {
  await replica.close();
  await server.close();
});

describe('writes', () => {
  const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
  const rename = ({ client, user: { email } }: TestUser, from = newAddress()) =>
    client.send('PUT', paths.profile(), { name: 'New name', email }, { 'x-forwarded-for': from });
  const keyOf = ({ user }: TestUser, name: LimitClass, window: number) =>
    limitKey(`${name}:account`, user.id, window);

  it('[SECURE-22] have a limit on every route, and reads with a session have none', () => {
    const [writes = [], reads = []] = [true, false].map((isWrite) =>
      server.routes
        .filter(({ method }) => WRITES.has(method) === isWrite)
        .map(({ permission }) => permission),
    );
    const limited = new Set(reads.filter((permission) => limitClassOf(permission) !== null));
    expect([...limited]).toEqual(['auth.read-common-passwords', 'reports.read-shared', 'calendar.read-feed']);
    const unlimited = writes.filter((permission) => limitClassOf(permission) === null);
    expect(unlimited.toSorted()).toEqual(['payments.webhook', 'telemetry.report']);
  });

  it('[SECURE-22] of one account are limited to 120 a minute from all networks together, and count on both replicas', async () => {
    const user = await createUser(server, 'pilot');
    await fill(server, keyOf(user, 'write', 60), 118, '1 minute');
    expect((await rename(user)).status).toBe(200);
    const atReplica = { ...user, client: new TestClient(replica, user.client.cookie) };
    expect((await rename(atReplica)).status).toBe(200);
    expect(expectLimited(await rename(user))).toBeLessThanOrEqual(60);
    expectLimited(await rename(atReplica));
  });

  it('beyond the limit cost no statement but the session, and do not count for the network', async () => {
    const user = await createUser(server, 'pilot');
    const from = newAddress();
    await fill(server, keyOf(user, 'write', 60), 120, '1 minute');
    expectLimited(await rename(user, from));
    const { statements } = await measureWork(async () => expectLimited(await rename(user, from)));
    expect(statements).toEqual([expect.stringContaining('sessions')]);
    expect(await hitsOf(server, limitKey('write:network', from, 60))).toBe(1);
  });

  it('[SECURE-22] of many accounts of one network are limited to 600 a minute', async () => {
    const user = await createUser(server, 'pilot');
    const from = newAddress();
    await fill(server, limitKey('write:network', from, 60), 599, '1 minute');
    expect((await rename(user, from)).status).toBe(200);
    expectLimited(await rename(user, from));
    expect((await rename(user)).status).toBe(200);
  });

  it('are accepted again after the window', async () => {
    const user = await createUser(server, 'pilot');
    await fill(server, keyOf(user, 'write', 60), 120, '1 second');
    let answer = await rename(user);
    expect(expectLimited(answer)).toBe(1);
    while (answer.status === 429) answer = await rename(user);
    expect(answer.status).toBe(200);
  });

  it.each([
    [30, 3600],
    [100, 86_400],
  ])('[SECURE-24] that post jobs are limited to %d in %d seconds for one account', async (most, window) => {
    const owner = await createUser(server, 'client');
    await fill(server, keyOf(owner, 'post-job', window), most - 1);
    await postJob(owner);
    expectLimited(await owner.client.post(paths.jobs(), jobBody()));
    const [row] = await server.dataSource.query<{ jobs: number }[]>(
      'SELECT count(*)::int AS jobs FROM jobs WHERE client_id = $1',
      [owner.user.id],
    );
    expect(row?.jobs).toBe(1);
  });

  it('[UPLOAD-9] that attach a file are limited to 100 an hour, before the file is read', async () => {
    const owner = await createUser(server, 'client');
    const { id } = await postJob(owner);
    await fill(server, keyOf(owner, 'add-attachment', 3600), 99);
    await attach(owner, id);
    const head = [
      `POST ${paths.attachments(id)} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 13000000',
      `Cookie: ${owner.client.cookie}`,
    ];
    const answer = await exchange(server, `${head.join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: [^]*connection: close[^]*rate_limited/);
  });

  it('[DELIVER-15] of a deliverable are limited to 1,500 an hour, and to 120 a minute only for its removal', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const upload = await startUpload(pilot, id, PDF);
    await fill(server, keyOf(pilot, 'write', 60), 120, '1 minute');
    await fill(server, keyOf(pilot, 'add-deliverable', 3600), 1499);
    expect((await sendPart(pilot, upload, 1, PDF)).status).toBe(200);
    expectLimited(await sendPart(pilot, upload, 1, PDF));
    expectLimited(await pilot.client.delete(paths.deliverable(id, upload.id)));
  });
});
