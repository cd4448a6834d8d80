import { hash } from 'node:crypto';
import { attachmentView, jobDetailView, paths } from '@dps/shared-contracts';
import { S3ContentStore } from '../src/modules/attachments/content/s3-content.store.ts';
import { attach, download, largePdf } from './support/attachments.ts';
import { expectView, TestClient, type Answer } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { postJob } from './support/jobs.ts';
import { startObjectStore, type ObjectStore } from './support/object-store.ts';
import { createPerson, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const LARGE = largePdf(9_000_000);

let objects: ObjectStore;
let server: TestServer;
let owner: Person;
beforeAll(async () => {
  objects = await startObjectStore();
  server = await startServer({ attachments: { store: 's3', s3: objects.config } });
  owner = await createPerson(server, 'client');
});
afterEach(() => objects.start());
afterAll(async () => {
  await server.close();
  await objects.close();
});

/** What an answer says, with the seconds after which to come back. */
function told({ status, body, headers }: Answer) {
  return {
    status,
    message: Reflect.get(Object(body), 'message'),
    again: Number(headers.get('retry-after')) > 0,
  };
}

const UNAVAILABLE = {
  status: 503,
  message: 'The service is busy. Please try again in a moment.',
  again: true,
};

const post = (jobId: number) => owner.client.post(paths.attachments(jobId), upload());

/** Another server on the same data. */
const startBeside = (attachments: Parameters<typeof startServer>[0]) =>
  startServer({ ...attachments, databaseUrl: server.databaseUrl });

describe('an object store that fails', () => {
  it.each<[string, () => Promise<void> | void]>([
    ['it is gone', () => objects.stop()],
    ['every call fails', () => objects.setFault((_request, response) => void response.writeHead(500).end())],
    ['every connection is cut', () => objects.setFault((request) => void request.socket.destroy())],
  ])('is told as such, and nothing is attached: %s', async (_what, fail) => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id);
    await fail();
    expect(told(await post(job.id))).toEqual(UNAVAILABLE);
    expect(told(await owner.client.get(paths.attachment(job.id, attachment.id)))).toEqual(UNAVAILABLE);
    const detail = expectView(await owner.client.get(paths.job(job.id)), 200, jobDetailView);
    expect(detail.attachments).toEqual([attachment]);
    // What does not touch the store goes on.
    expect((await owner.client.delete(paths.job(job.id))).status).toBe(204);
  });

  it('because its bucket is missing is told as such', async () => {
    const s3 = { ...objects.config, bucket: 'another' };
    const other = await startBeside({ attachments: { store: 's3', s3 } });
    try {
      const job = await postJob(owner);
      const { cookie } = owner.client;
      const answer = await new TestClient(other, cookie).post(paths.attachments(job.id), upload());
      expect(told(answer)).toEqual(UNAVAILABLE);
    } finally {
      await other.close();
    }
  });

  it('because the keys are wrong says nothing of them', async () => {
    const credentials = { accessKeyId: 'unknown', secretAccessKey: 'wrong-secret' };
    const other = await startBeside({ attachments: { store: 's3', s3: { ...objects.config, credentials } } });
    try {
      const job = await postJob(owner);
      const { cookie } = owner.client;
      const answer = await new TestClient(other, cookie).post(paths.attachments(job.id), upload());
      expect(told(answer)).toEqual(UNAVAILABLE);
    } finally {
      await other.close();
    }
  });

  it('by never answering is given up', async () => {
    const store = new S3ContentStore(objects.config, { connectMs: 1000, idleMs: 50, putMs: 50, callMs: 50 });
    objects.setFault(() => {});
    const content = {
      size: PDF.length,
      sha256: hash('sha256', PDF, 'buffer'),
      async *read() {
        yield PDF;
      },
    };
    await expect(store.put('key', content)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.read('key')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.remove('key')).rejects.toMatchObject({ code: 'unavailable' });
    store.close();
  });

  it('in the middle of a download breaks it off', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    objects.setFault((_request, response) => {
      response.writeHead(200, { 'content-length': LARGE.length });
      response.write(LARGE.subarray(0, 100_000), () => response.destroy());
    });
    const answer = await download(server, owner, attachment);
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  });
});

describe('a download', () => {
  it('that its receiver breaks off lets go of the object', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    const { promise: released, resolve } = Promise.withResolvers<void>();
    objects.setFault((_request, response) => {
      response.writeHead(200, { 'content-length': LARGE.length });
      response.write(LARGE.subarray(0, 200_000));
      response.once('close', resolve);
    });
    const answer = await download(server, owner, attachment);
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await expect(released).resolves.toBeUndefined();
  });
});

describe('another store in the configuration', () => {
  it('that no longer names the earlier one says that its files are unavailable', async () => {
    const job = await postJob(owner);
    const { id } = await attach(owner, job.id);
    const other = await startBeside({ attachments: { store: 'database', s3: null } });
    try {
      const answer = await new TestClient(other, owner.client.cookie).get(paths.attachment(job.id, id));
      expect(told(answer)).toEqual(UNAVAILABLE);
    } finally {
      await other.close();
    }
  });

  it('leaves what is in the earlier one readable', async () => {
    const job = await postJob(owner);
    const inObjects = await attach(owner, job.id);
    const before = objects.objects();
    const other = await startBeside({ attachments: { store: 'database', s3: objects.config } });
    try {
      const inDatabase = expectView(
        await new TestClient(other, owner.client.cookie).post(paths.attachments(job.id), upload()),
        201,
        attachmentView,
      );
      expect(objects.objects()).toEqual(before);
      for (const attachment of [inObjects, inDatabase]) {
        const answer = await download(other, owner, attachment);
        expect(Buffer.from(await answer.arrayBuffer()).equals(PDF)).toBe(true);
      }
    } finally {
      await other.close();
    }
  });
});
