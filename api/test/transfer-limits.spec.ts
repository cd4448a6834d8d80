import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ATTACHMENT_MAX_BYTES, DELIVERABLES_JOB_MAX_BYTES, paths, type AttachmentView } from '@dps/contract';
import { BLOCK_BYTES } from '../src/platform/files/content-hash.ts';
import { UPLOADS_BYTES } from '../src/platform/memory.ts';
import { limitKey } from '../src/platform/throttling/rate-limiter.ts';
import { attach, download, largePdf } from './support/attachments.ts';
import { upload } from './support/files.ts';
import { postJob } from './support/jobs.ts';
import { measureWork } from './support/measure-work.ts';
import { expectLimited, fill, hitsOf, newAddress } from './support/rate-limits.ts';
import { openSocket } from './support/raw-http.ts';
import { startServer, type TestServer } from './support/server.ts';
import { createUser, type TestUser } from './support/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ rateLimitFactor: 1 });
});
afterAll(() => server.close());

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
    const answer = await other.client.send('POST', paths.attachments(job.id), upload(), headers);
    expect(answer.status).toBe(201);
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
      const answer = await download(server, owner, file, { range });
      await answer.arrayBuffer();
    });
    expect(statements.filter((text) => text.includes('attachment_parts'))).toHaveLength(blocks);
    expect(await hitsOf(server, limitKey('read-kib:account', owner.user.id))).toBe(kib);
  });

  it('[SECURE-72] of one account read at most the files of a job in a minute', async () => {
    await fill(
      server,
      limitKey('read-kib:account', owner.user.id),
      DELIVERABLES_JOB_MAX_BYTES / 1024,
      '1 minute',
    );
    expect(expectLimited(await get())).toBeLessThanOrEqual(60);
    const other = await createUser(server, 'client');
    const own = await attach(other, (await postJob(other)).id);
    expect((await download(server, other, own)).status).toBe(200);
  });

  it('[SECURE-71] of one account are started 300 times a minute', async () => {
    await fill(server, limitKey('download:account', owner.user.id, 60), 299, '1 minute');
    expect((await get()).status).toBe(200);
    expectLimited(await get());
  });

  it('of one network are started 1,200 times a minute', async () => {
    const from = newAddress();
    await fill(server, limitKey('download:network', from, 60), 1200, '1 minute');
    expectLimited(await get({ 'x-forwarded-for': from }));
    expect((await get({ 'x-forwarded-for': newAddress() })).status).toBe(200);
  });
});
