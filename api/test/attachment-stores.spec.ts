import { Readable } from 'node:stream';
import { jobDetailView, paths } from '@dps/contract';
import { FileContents } from '../src/modules/job-files/content/file-contents.ts';
import type { NewContent } from '../src/modules/job-files/content/content.store.ts';
import { hashContent } from '../src/platform/files/content-hash.ts';
import { ContentSweep } from '../src/modules/job-files/content/content-sweep.ts';
import { attach, download, largePdf } from './support/attachments.ts';
import { expectError, expectView, sortedStatuses } from './support/client.ts';
import { PDF, upload } from './support/files.ts';
import { postJob } from './support/jobs.ts';
import { startObjectStore, type ObjectStore } from './support/object-store.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

const LARGE = largePdf(1_300_000);

/** The content of an upload. */
const contentOf = (bytes: Buffer): NewContent => ({
  size: bytes.length,
  ...hashContent(bytes),
  async *read() {
    yield bytes;
  },
});

const STORES = ['database', 's3'] as const;
type Store = (typeof STORES)[number];

let objects: ObjectStore | null;
let server: TestServer;
let contents: FileContents;
let sweep: ContentSweep;
let owner: TestUser;

/** Starts a server with this store before the tests, and removes all contents after each of them. */
function useStore(store: Store): void {
  beforeAll(async () => {
    objects = store === 's3' ? await startObjectStore() : null;
    server = await startServer(
      { attachments: { store, s3: objects?.config ?? null } },
      {
        prepare: (app) => {
          contents = app.get(FileContents);
          sweep = app.get(ContentSweep);
        },
      },
    );
    owner = await createUser(server, 'client');
  });
  afterEach(async () => {
    await server.dataSource.query('DELETE FROM jobs');
    await server.dataSource.query('UPDATE unclaimed_contents SET sweep_after = now()');
    await server.runNow('content-sweep');
  });
  afterAll(async () => {
    await server.close();
    await objects?.close();
  });
}

/** Returns the keys of all stored contents. */
async function storedKeys(): Promise<string[]> {
  if (objects) return objects.objects().map((name) => name.replace('attachments/', ''));
  const rows = await server.dataSource.query<{ key: string }[]>(
    'SELECT DISTINCT content_key AS key FROM content_parts',
  );
  return rows.map(({ key }) => key);
}

const unclaimed = () => server.dataSource.query<object[]>('SELECT * FROM unclaimed_contents');

/** Moves the deadlines of unclaimed contents back by this many minutes. */
const advanceTime = (minutes: number) =>
  server.dataSource.query(
    `UPDATE unclaimed_contents SET sweep_after = sweep_after - $1 * interval '1 minute',
        claimable_until = claimable_until - $1 * interval '1 minute'`,
    [minutes],
  );

describe.each(STORES)('contents in the %s store', (store) => {
  useStore(store);

  it('have random keys, are returned unchanged from any position, and are removed with their job', async () => {
    const [kept, deleted] = [await postJob(owner), await postJob(owner)];
    await attach(owner, kept.id);
    const large = await attach(owner, deleted.id, LARGE);
    const keys = await storedKeys();
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(await unclaimed()).toEqual([]);
    const response = await download(server, owner, large);
    expect(Buffer.from(await response.arrayBuffer()).equals(LARGE)).toBe(true);
    const rest = await download(server, owner, large, { range: 'bytes=524280-1200000' });
    expect(Buffer.from(await rest.arrayBuffer()).equals(LARGE.subarray(524_280, 1_200_001))).toBe(true);
    expect((await owner.client.delete(paths.job(deleted.id))).status).toBe(204);
    expect(await server.runNow('content-sweep')).toEqual([{ removed: 1 }]);
    expect(await storedKeys()).toHaveLength(1);
    expect(await unclaimed()).toEqual([]);
    const detail = expectView(await owner.client.get(paths.job(kept.id)), 200, jobDetailView);
    expect(detail.attachments).toHaveLength(1);
  });

  it('that were not stored because of a crash lose their claim row', async () => {
    const broken = {
      ...contentOf(PDF),
      read: () => Readable.from([PDF]).map(() => Promise.reject(new Error('crash'))),
    };
    await expect(contents.put(broken)).rejects.toThrow(store === 's3' ? 'The service is busy.' : 'crash');
    expect(await unclaimed()).toHaveLength(1);
    await advanceTime(21);
    expect(await server.runNow('content-sweep')).toEqual([{ removed: 1 }]);
    expect(await unclaimed()).toEqual([]);
  });

  it('that are lost get 404', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id);
    const [key = ''] = await storedKeys();
    await contents.remove({ key, store });
    const response = await owner.client.get(paths.attachment(job.id, attachment.id));
    expectError(response, 404, 'not_found');
  });
});

describe('contents', () => {
  useStore('database');

  it('of uploads above the limit are removed', async () => {
    const job = await postJob(owner);
    const post = () => owner.client.post(paths.attachments(job.id), upload());
    const responses = await Promise.all(Array.from({ length: 8 }, post));
    expect(sortedStatuses(responses)).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    expect(await storedKeys()).toHaveLength(5);
    expect(await unclaimed()).toEqual([]);
  });

  it('without an attachment after a crash are removed when their deadline has passed', async () => {
    await contents.put(contentOf(PDF));
    await advanceTime(14);
    expect(await server.runNow('content-sweep')).toEqual([{ removed: 0 }]);
    expect(await storedKeys()).toHaveLength(1);
    await advanceTime(7);
    expect(await server.runNow('content-sweep')).toEqual([{ removed: 1 }]);
    expect(await storedKeys()).toEqual([]);
    expect(await unclaimed()).toEqual([]);
  });

  it('cannot be claimed after the claim deadline', async () => {
    const content = await contents.put(contentOf(PDF));
    await advanceTime(16);
    const claim = server.dataSource.transaction((manager) => contents.claim(manager, content));
    await expect(claim).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('stay when the upload is abandoned after its claim was committed', async () => {
    const content = await contents.put(contentOf(PDF));
    await server.dataSource.transaction((manager) => contents.claim(manager, content));
    await contents.abandon(content);
    expect(await storedKeys()).toEqual([content.key]);
    await contents.remove(content);
  });

  it('are removed once by several replicas', async () => {
    for (let count = 0; count < 30; count += 1) await contents.put(contentOf(PDF));
    await advanceTime(21);
    const { signal } = new AbortController();
    const sweeps = await Promise.all([1, 2, 3].map(() => sweep.run({ signal })));
    expect(sweeps.reduce((sum, { removed }) => sum + removed, 0)).toBe(30);
    expect(await storedKeys()).toEqual([]);
  });

  it('with a wrong checksum get 404', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    await server.dataSource.query(`UPDATE job_file_parts SET content_sha256 = sha256('another')`);
    expectError(await owner.client.get(paths.attachment(job.id, attachment.id)), 404, 'not_found');
  });

  it('with a changed block break the download off', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    await server.dataSource.query(
      `UPDATE content_hashes SET block_hashes = overlay(block_hashes placing '\\xff00' from 33)`,
    );
    const response = await download(server, owner, attachment);
    expect(response.headers.get('content-length')).toBe(String(LARGE.length));
    await expect(response.arrayBuffer()).rejects.toThrow('terminated');
    const unchanged = await download(server, owner, attachment, { range: 'bytes=9-99' });
    expect(Buffer.from(await unchanged.arrayBuffer()).equals(LARGE.subarray(9, 100))).toBe(true);
  });

  it('without hashes of their blocks get 404', async () => {
    const job = await postJob(owner);
    const attachment = await attach(owner, job.id, LARGE);
    await server.dataSource.query('DELETE FROM content_hashes');
    expectError(await owner.client.get(paths.attachment(job.id, attachment.id)), 404, 'not_found');
  });

  it('are removed with the hashes of their blocks', async () => {
    const content = await contents.put(contentOf(PDF));
    await contents.remove(content);
    expect(await server.dataSource.query<object[]>('SELECT * FROM content_hashes')).toEqual([]);
  });
});
