import { ATTACHMENT_MAX_BYTES, type AttachmentView, DELIVERABLES_JOB_MAX_BYTES, paths } from '@dps/contract';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { type LimitClass, limitClassOf } from '../src/platform/throttling/request-limits.ts';
import { attach, download, largePdf } from './support/attachments.ts';
import { TestClient } from './support/client.ts';
import { sendPart, startUpload } from './support/deliverables.ts';
import { PDF, upload } from './support/files.ts';
import { jobBody, jobIn, postJob } from './support/jobs.ts';
import { measureWork } from './support/measure-work.ts';
import { expectLimited, fill, hitsOf, newAddress } from './support/rate-limits.ts';
import { exchange, openSocket } from './support/raw-http.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { BLOCK_BYTES } from '../src/platform/files/content-hash.ts';
import { UPLOADS_BYTES } from '../src/platform/memory.ts';

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

  it('[SECURE-22] have a limit on every route, and of the reads with a session only the search for towns has one', () => {
    const [writes = [], reads = []] = [true, false].map((isWrite) =>
      server.routes
        .filter(({ method }) => WRITES.has(method) === isWrite)
        .map(({ permission }) => permission),
    );
    const limited = new Set(reads.filter((permission) => limitClassOf(permission) !== null));
    expect([...limited]).toEqual([
      'auth.read-common-passwords',
      'reports.read-shared',
      'towns.search',
      'calendar.read-feed',
    ]);
    const unlimited = writes.filter((permission) => limitClassOf(permission) === null);
    expect(unlimited.toSorted()).toEqual(['payments.webhook', 'telemetry.report']);
  });

  it('[SECURE-22] of one account are limited to 120 a minute from all networks together, and count on both replicas', async () => {
    const user = await createUser(server, 'pilot');
    await fill(server, keyOf(user, 'write', 60), 118);
    expect((await rename(user)).status).toBe(200);
    const atReplica = { ...user, client: new TestClient(replica, user.client.cookie) };
    expect((await rename(atReplica)).status).toBe(200);
    expectLimited(await rename(user));
    expectLimited(await rename(atReplica));
  });

  it('beyond the limit cost no statement but the session, and do not count for the network', async () => {
    const user = await createUser(server, 'pilot');
    const from = newAddress();
    await fill(server, keyOf(user, 'write', 60), 120);
    expectLimited(await rename(user, from));
    const { statements } = await measureWork(async () => expectLimited(await rename(user, from)));
    expect(statements).toEqual([expect.stringContaining('sessions')]);
    expect(await hitsOf(server, limitKey('write:network', from, 60))).toBe(1);
  });

  it('[SECURE-22] of many accounts of one network are limited to 600 a minute', async () => {
    const user = await createUser(server, 'pilot');
    const from = newAddress();
    await fill(server, limitKey('write:network', from, 60), 599);
    expect((await rename(user, from)).status).toBe(200);
    expectLimited(await rename(user, from));
    expect((await rename(user)).status).toBe(200);
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

  it.each([
    [30, 3600],
    [100, 86_400],
  ])(
    '[QUESTION-16] that ask questions are limited to %d in %d seconds for one account',
    async (most, window) => {
      const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
      await fill(server, keyOf(pilot, 'ask-question', window), most - 1);
      const ask = async () =>
        pilot.client.post(paths.questions((await postJob(owner)).id), { text: 'Where is the gate?' });
      expect((await ask()).status).toBe(201);
      expectLimited(await ask());
    },
  );

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
    const response = await exchange(server, `${head.join('\r\n')}\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: [^]*connection: close[^]*rate_limited/);
  });

  it.each<[LimitClass, number, number, (jobId: number, pilotId: number) => [string, object]]>([
    ['send-message', 60, 60, (...ids) => [paths.messages(...ids), { text: 'Hello' }]],
    ['send-message', 1000, 86_400, (...ids) => [paths.messages(...ids), { text: 'Hello' }]],
    ['report-abuse', 10, 3600, (...ids) => [paths.messageReport(...ids, 1), { reason: 'Rude' }]],
    ['report-abuse', 30, 86_400, (...ids) => [paths.messageReport(...ids, 1), { reason: 'Rude' }]],
  ])(
    '[MESSAGE-18] that %s are limited to %d in %d seconds for one account',
    async (name, most, window, call) => {
      const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
      const { id } = await jobIn(server, 'in-progress', { owner, pilot });
      const [path, body] = call(id, pilot.user.id);
      await fill(server, keyOf(owner, name, window), most - 1);
      expect((await owner.client.post(path, body)).status).not.toBe(429);
      expectLimited(await owner.client.post(path, body));
      expect((await pilot.client.post(path, body)).status).not.toBe(429);
    },
  );

  it('[DELIVER-15] of a deliverable are limited to 1,500 an hour, and to 120 a minute only for its removal', async () => {
    const [owner, pilot] = [await createUser(server, 'client'), await createUser(server, 'pilot')];
    const { id } = await jobIn(server, 'in-progress', { owner, pilot });
    const started = await startUpload(pilot, id, PDF);
    await fill(server, keyOf(pilot, 'write', 60), 120);
    await fill(server, keyOf(pilot, 'send-upload', 3600), 1499);
    expect((await sendPart(pilot, started, 1, PDF)).status).toBe(200);
    expectLimited(await sendPart(pilot, started, 1, PDF));
    expectLimited(await pilot.client.delete(paths.deliverable(id, started.id)));
  });
});

describe('unfinished uploads', () => {
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  /** Starts the upload of the largest file without its content. Resolves if the server refuses it. */
  async function start({ client }: TestUser, jobId: number, address: string): Promise<string> {
    const socket = await openSocket(server);
    sockets.push(socket);
    const head = [
      `POST ${paths.attachments(jobId)} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${Math.floor((ATTACHMENT_MAX_BYTES * 4) / 3)}`,
      `Cookie: ${client.cookie}`,
      `X-Forwarded-For: ${address}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    await once(socket, 'readable');
    return String(socket.read(12)).slice(-3);
  }

  it('[SECURE-70] of four accounts in one network hold at most half of the memory for them', async () => {
    const address = newAddress();
    const accounts = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const user = await createUser(server, 'client');
        return { user, job: await postJob(user) };
      }),
    );
    const mostHeld = Math.floor(UPLOADS_BYTES / 2 / ATTACHMENT_MAX_BYTES);
    const refused: string[] = [];
    await new Promise<void>((resolve) => {
      for (const { user, job } of Array.from({ length: 16 }, () => accounts).flat())
        void start(user, job.id, address).then((status) => {
          if (refused.push(status) === 64 - mostHeld) resolve();
        });
    });
    expect(new Set(refused)).toEqual(new Set(['429']));
    const other = await createUser(server, 'client');
    const job = await postJob(other);
    const headers = { 'x-forwarded-for': newAddress() };
    const response = await other.client.send('POST', paths.attachments(job.id), upload(), headers);
    expect(response.status).toBe(201);
  });
});

describe('downloads', () => {
  const SIZE = 3 * BLOCK_BYTES + 1000;
  let owner: TestUser;
  let file: AttachmentView;
  beforeEach(async () => {
    owner = await createUser(server, 'client');
    file = await attach(owner, (await postJob(owner)).id, largePdf(SIZE));
  });

  const get = (headers: Record<string, string> = {}) =>
    owner.client.send('GET', paths.attachment(file.jobId, file.id), undefined, headers);

  it.each([
    ['the last byte', `bytes=${SIZE - 1}-`, 1, 1],
    ['one byte in the middle', `bytes=${BLOCK_BYTES}-${BLOCK_BYTES}`, 1, 512],
    ['two bytes of two blocks', `bytes=${BLOCK_BYTES - 1}-${BLOCK_BYTES}`, 2, 1024],
  ])('[UPLOAD-20, SECURE-72] of %s read only its blocks', async (_what, range, blocks, kib) => {
    const { statements } = await measureWork(async () => {
      const response = await download(server, owner, file, { range });
      await response.arrayBuffer();
    });
    expect(statements.filter((text) => text.includes('content_parts'))).toHaveLength(blocks);
    expect(await hitsOf(server, limitKey('read-kib:account', owner.user.id))).toBe(kib);
  });

  it('[SECURE-72] of one account read at most the files of a job in a minute', async () => {
    await fill(server, limitKey('read-kib:account', owner.user.id), DELIVERABLES_JOB_MAX_BYTES / 1024);
    expectLimited(await get());
    const other = await createUser(server, 'client');
    const own = await attach(other, (await postJob(other)).id);
    expect((await download(server, other, own)).status).toBe(200);
  });

  it('[SECURE-71] of one account are started 300 times a minute, and of one network 1,200 times', async () => {
    const from = newAddress();
    await fill(server, limitKey('download:network', from, 60), 1200);
    expectLimited(await get({ 'x-forwarded-for': from }));
    await fill(server, limitKey('download:account', owner.user.id, 60), 299);
    expect((await get()).status).toBe(200);
    expectLimited(await get());
  });
});
