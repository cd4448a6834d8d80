import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from '../src/folder-store.ts';
import type { ReleaseStore } from '../src/release-store.ts';
import { S3Store } from '../src/s3-store.ts';
import { BUCKET, startBucket, type Bucket } from '../src/testing/bucket.ts';

const root = mkdtempSync(path.join(tmpdir(), 'dps-stores-'));
let bucket: Bucket;
let count = 0;
beforeAll(async () => {
  bucket = await startBucket();
});
afterAll(async () => {
  await bucket.close();
  rmSync(root, { recursive: true });
});

const inFolder = (name: string): ReleaseStore => new FolderStore(path.join(root, name));
const inBucket = (name: string): ReleaseStore => {
  const { S3_ENDPOINT: endpoint = '', S3_REGION: region = '' } = bucket.environment;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = { endpoint, region, credentials, forcePathStyle: true };
  return new S3Store({ bucket: BUCKET, prefix: `${name}/`, client });
};

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('a store in %s', (_case, open) => {
  let name: string;
  let store: ReleaseStore;
  beforeEach(() => {
    count += 1;
    name = `store-${count}`;
    store = open(name);
  });

  it('is empty at first', async () => {
    expect(await store.readRegistry()).toBeNull();
    expect(await store.readFile('modules/jobs/1.0.0/release.json')).toBeNull();
    expect(await store.listFiles('history')).toEqual([]);
  });

  it('never overwrites a file', async () => {
    expect(await store.createFile('modules/jobs/1.0.0/a.js', Buffer.from('first'))).toBe(true);
    expect(await store.createFile('modules/jobs/1.0.0/a.js', Buffer.from('second'))).toBe(false);
    expect((await store.readFile('modules/jobs/1.0.0/a.js'))?.toString()).toBe('first');
  });

  it('returns null for a folder and for a path below a file', async () => {
    await store.createFile('modules/jobs/1.0.0/a.js', Buffer.from('first'));
    expect(await store.readFile('modules/jobs')).toBeNull();
    expect(await store.readFile('modules/jobs/1.0.0/a.js/b.js')).toBeNull();
  });

  it('lists the files of a folder', async () => {
    for (const file of ['history/2.json', 'history/1.json', 'historyless.json'])
      await store.createFile(file, Buffer.from('{}'));
    expect(await store.listFiles('history')).toEqual(['history/1.json', 'history/2.json']);
  });

  it('replaces a registry that is unchanged since it was read', async () => {
    expect(await store.replaceRegistry('first', 1, null)).toBe(true);
    const read = await store.readRegistry();
    expect(read?.text).toBe('first');
    expect(await store.replaceRegistry('second', 2, read?.etag ?? null)).toBe(true);
    expect((await store.readRegistry())?.text).toBe('second');
    expect((await store.readFile('registry.json'))?.toString()).toBe('second');
  });

  it('rejects a writer with an outdated or missing etag', async () => {
    await store.replaceRegistry('first', 1, null);
    const old = (await store.readRegistry())?.etag ?? null;
    await store.replaceRegistry('second', 2, old);
    expect(await store.replaceRegistry('third', 3, old)).toBe(false);
    expect(await store.replaceRegistry('third', 3, null)).toBe(false);
    expect((await store.readRegistry())?.text).toBe('second');
  });

  it('lets one of several concurrent writers win', async () => {
    await store.replaceRegistry('first', 1, null);
    const etag = (await store.readRegistry())?.etag ?? null;
    const writers = Array.from({ length: 10 }, (_, i) => open(name).replaceRegistry(`writer ${i}`, 2, etag));
    const winners = (await Promise.all(writers)).flatMap((each, i) => (each ? [`writer ${i}`] : []));
    expect(winners).toHaveLength(1);
    expect((await store.readRegistry())?.text).toBe(winners[0]);
    expect((await store.readFile('registry.json'))?.toString()).toBe(winners[0]);
  });
});

describe('a store in a folder', () => {
  it('accepts a registry without revisions', async () => {
    const store = inFolder('taken-over');
    await store.createFile('registry.json', Buffer.from('old'));
    const read = await store.readRegistry();
    expect(read?.text).toBe('old');
    expect(await store.replaceRegistry('new', 8, read?.etag ?? null)).toBe(true);
    expect((await store.readFile('registry.json'))?.toString()).toBe('new');
  });

  it('continues after a writer that stopped before it served its registry', async () => {
    const store = inFolder('cut-off');
    await store.replaceRegistry('first', 1, null);
    await store.createFile('revisions/2.json', Buffer.from('second'));
    const read = await store.readRegistry();
    expect(read?.text).toBe('second');
    expect(await store.replaceRegistry('third', 3, read?.etag ?? null)).toBe(true);
    expect((await store.readFile('registry.json'))?.toString()).toBe('third');
  });

  it('removes its drafts', async () => {
    const store = inFolder('tidy');
    await store.replaceRegistry('first', 1, null);
    await store.createFile('history/1.json', Buffer.from('{}'));
    await store.createFile('history/1.json', Buffer.from('again'));
    const files = readdirSync(path.join(root, 'tidy'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.draft'))).toEqual([]);
  });
});
