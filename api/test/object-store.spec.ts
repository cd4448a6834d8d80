import { buffer } from 'node:stream/consumers';
import { attachmentView, jobDetailView, paths } from '@dps/contract';
import { S3ContentStore } from '../src/modules/job-files/content/s3-content.store.ts';
import { hashContent } from '../src/platform/files/content-hash.ts';
import type { S3Config } from '../src/platform/config/attachment-config.ts';
import { attach, download, largePdf } from './support/attachments.ts';
import { expectView, TestClient, type ApiResponse } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { postJob } from './support/jobs.ts';
import { startObjectStore, type Fault, type ObjectStore } from './support/object-store.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

const LARGE = largePdf(3_000_000);

let objects: ObjectStore;
let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  objects = await startObjectStore();
  server = await startServer({ attachments: { store: 's3', s3: objects.config } });
  owner = await createUser(server, 'client');
});
afterEach(() => objects.start());
afterAll(async () => {
  await server.close();
  await objects.close();
});

/** The status and message of a response, and whether it has a Retry-After header. */
function summaryOf({ status, body, headers }: ApiResponse) {
  return {
    status,
    message: Reflect.get(Object(body), 'message'),
    hasRetryAfter: Number(headers.get('retry-after')) > 0,
  };
}

const UNAVAILABLE = {
  status: 503,
  message: 'The service is busy. Please try again in a moment.',
  hasRetryAfter: true,
};

const post = (jobId: number) => owner.client.post(paths.attachments(jobId), upload());

/** Starts another server on the same database. */
const startReplica = (attachments: Parameters<typeof startServer>[0]) =>
  startServer({ ...attachments, databaseUrl: server.databaseUrl });

/** Milliseconds that no machine exceeds. A test sets the one that it waits for. */
const LIMITS = { connectMs: 30_000, idleMs: 30_000, putMs: 30_000, callMs: 30_000 };

describe('an object store that fails', () => {
  it.each<[string, () => Promise<void> | void]>([
    ['it is stopped', () => objects.stop()],
    ['every call fails', () => objects.setFault((_request, response) => void response.writeHead(500).end())],
    ['every connection is cut', () => objects.setFault((request) => void request.socket.destroy())],
  ])('causes a 503 and attaches nothing: %s', async (_what, fail) => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id);
    await fail();
    expect(summaryOf(await post(job.id))).toEqual(UNAVAILABLE);
    expect(summaryOf(await owner.client.get(paths.attachment(job.id, attachment.id)))).toEqual(UNAVAILABLE);
    const detail = expectView(await owner.client.get(paths.job(job.id)), 200, jobDetailView);
    expect(detail.attachments).toEqual([attachment]);
    // A call that does not use the store succeeds.
    expect((await owner.client.delete(paths.job(job.id))).status).toBe(204);
  });

  it.each<[string, Partial<S3Config>, Fault | null]>([
    ['a missing bucket', { bucket: 'another' }, null],
    ['wrong keys', { credentials: { accessKeyId: 'unknown', secretAccessKey: 'wrong-secret' } }, null],
    ['a missing response', {}, () => {}],
  ])('is unavailable for every call because of %s', async (_what, wrong, fault) => {
    const short = fault && { ...LIMITS, idleMs: 50, putMs: 50, callMs: 50 };
    const store = new S3ContentStore({ ...objects.config, ...wrong }, short ?? LIMITS);
    if (fault) objects.setFault(fault);
    const content = {
      size: PDF.length,
      ...hashContent(PDF),
      async *read() {
        yield PDF;
      },
    };
    await expect(store.put('key', content)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.read('key', { start: 0, end: 1 })).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.remove('key')).rejects.toMatchObject({ code: 'unavailable' });
    store.close();
  });

  it('by stalling during a download ends the content with an error, and closes the connection', async () => {
    const store = new S3ContentStore(objects.config, { ...LIMITS, idleMs: 200 });
    const closed = new Promise<void>((resolve) => {
      objects.setFault((_request, response) => {
        response.once('close', resolve);
        response.writeHead(200, { 'content-length': LARGE.length }).write(LARGE.subarray(0, 100_000));
      });
    });
    const content = await store.read('key', { start: 0, end: LARGE.length });
    await expect(buffer(content)).rejects.toThrow(/200 ms of inactivity/);
    await closed;
    store.close();
  });

  it('during a download breaks the download off', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    objects.setFault((_request, response) => {
      response.writeHead(200, { 'content-length': LARGE.length });
      response.write(LARGE.subarray(0, 1_200_000), () => response.destroy());
    });
    const response = await download(server, owner, attachment);
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  });
});

it('an object that stops within its first block causes a 503', async () => {
  const job = await postJob(owner);
  const { id } = await attach(owner, job.id, LARGE);
  objects.setFault((_request, response) => {
    response.writeHead(200, { 'content-length': LARGE.length });
    response.write(LARGE.subarray(0, 100_000), () => response.destroy());
  });
  expect(summaryOf(await owner.client.get(paths.attachment(job.id, id)))).toEqual(UNAVAILABLE);
});

describe('a download', () => {
  it('that the client breaks off releases the object', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    const { promise: released, resolve } = Promise.withResolvers<void>();
    objects.setFault((_request, response) => {
      response.writeHead(200, { 'content-length': LARGE.length });
      response.write(LARGE.subarray(0, 1_200_000));
      response.once('close', resolve);
    });
    const response = await download(server, owner, attachment);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect(released).resolves.toBeUndefined();
  });
});

describe('another store in the configuration', () => {
  it('without the settings of the earlier store returns 503 for its files', async () => {
    const job = await postJob(owner);
    const { id } = await attach(owner, job.id);
    const other = await startReplica({ attachments: { store: 'database', s3: null } });
    try {
      const response = await new TestClient(other, owner.client.cookie).get(paths.attachment(job.id, id));
      expect(summaryOf(response)).toEqual(UNAVAILABLE);
    } finally {
      await other.close();
    }
  });

  it('with the settings of the earlier store serves its files', async () => {
    const job = await postJob(owner);
    const inObjects = await attach(owner, job.id);
    const before = objects.objects();
    const other = await startReplica({ attachments: { store: 'database', s3: objects.config } });
    try {
      const inDatabase = expectView(
        await new TestClient(other, owner.client.cookie).post(paths.attachments(job.id), upload()),
        201,
        attachmentView,
      );
      expect(objects.objects()).toEqual(before);
      for (const attachment of [inObjects, inDatabase]) {
        const response = await download(other, owner, attachment);
        expect(Buffer.from(await response.arrayBuffer()).equals(PDF)).toBe(true);
      }
    } finally {
      await other.close();
    }
  });
});
