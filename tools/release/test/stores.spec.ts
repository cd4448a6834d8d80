import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from '../src/store/folder-store.ts';
import type { ReleaseStore } from '../src/store/release-store.ts';
import { findRegistry, revisionContent, revisionFile } from '../src/store/revisions.ts';
import { startBucket, type Bucket, type Part } from '../src/store/testing/bucket.ts';
import { acceptAll, registryOf } from '../src/store/testing/releases.ts';

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

const inFolder = (name: string): FolderStore => new FolderStore(path.join(root, name));
const inBucket = (name: string): Promise<ReleaseStore> => bucket.open(name);

const add = (store: ReleaseStore, revision: number) =>
  store.createFile(revisionFile(revision), revisionContent(registryOf(['jobs'], revision)));

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
])('a store in %s', (_case, open) => {
  let name: string;
  let store: ReleaseStore;
  beforeEach(async () => {
    count += 1;
    name = `store-${count}`;
    store = await open(name);
  });

  it('never overwrites a file', async () => {
    expect(await store.createFile('modules/jobs/1.0.0/a.js', Buffer.from('first'))).toBe(true);
    expect(await store.createFile('modules/jobs/1.0.0/a.js', Buffer.from('second'))).toBe(false);
    expect((await store.readFile('modules/jobs/1.0.0/a.js'))?.toString()).toBe('first');
    for (const none of ['modules/jobs/1.0.0/b.js', 'modules/jobs', 'modules/jobs/1.0.0/a.js/b.js'])
      expect(await store.readFile(none)).toBeNull();
  });

  it('lists the files of a folder with size and time, and removes a file', async () => {
    expect(await store.listFiles('history')).toEqual([]);
    const before = Date.now() - 2_000;
    for (const file of ['history/2.json', 'history/1.json', 'historyless.json'])
      await store.createFile(file, Buffer.from('{}'));
    expect(await store.listFiles('history')).toEqual(['history/1.json', 'history/2.json']);
    const details = await store.listDetails('history');
    expect([...details.keys()]).toEqual(['history/1.json', 'history/2.json']);
    expect(details.get('history/1.json')?.bytes).toBe(2);
    expect(details.get('history/1.json')?.modifiedAt).toBeGreaterThan(before);
    for (const _attempt of [1, 2]) await store.removeFile('history/1.json');
    expect(await store.listFiles('history')).toEqual(['history/2.json']);
  });

  it('lets one of several concurrent writers create a file', async () => {
    const writers = Array.from({ length: 10 }, async (_, i) =>
      (await open(name)).createFile('revisions/2.json', Buffer.from(`writer ${i}`)),
    );
    const winners = (await Promise.all(writers)).flatMap((each, i) => (each ? [`writer ${i}`] : []));
    expect(winners).toHaveLength(1);
    expect((await store.readFile('revisions/2.json'))?.toString()).toBe(winners[0]);
  });

  it('returns the highest valid revision, with the problem of a higher one', async () => {
    expect(await findRegistry(store, acceptAll)).toEqual({ highest: 0, entries: [] });
    await add(store, 9);
    await add(store, 10);
    expect(await findRegistry(store, acceptAll)).toMatchObject({ registry: { revision: 10 }, highest: 10 });
    await store.createFile('revisions/11.json', Buffer.from('{ "revision": 11'));
    expect(await findRegistry(store, acceptAll)).toMatchObject({
      registry: { revision: 10 },
      highest: 11,
      problem: 'revisions/11.json: it is not valid JSON',
    });
    expect(await findRegistry(store, acceptAll, registryOf([], 10))).toMatchObject({
      registry: undefined,
      highest: 11,
    });
    await store.createFile('revisions/12.json', (await store.readFile('revisions/9.json')) ?? Buffer.of());
    const problem = 'revisions/12.json: it contains revision 9';
    expect(await findRegistry(store, acceptAll)).toMatchObject({ registry: { revision: 10 }, problem });
  });
});

describe('a store in a folder', () => {
  it('replaces a file, and leaves no draft', async () => {
    const store = inFolder('local');
    for (const _attempt of [1, 2]) await store.createFile('a.js', Buffer.from('first'));
    await store.replaceFile('a.js', 'second');
    expect((await store.readFile('a.js'))?.toString()).toBe('second');
    expect(await store.listFiles('drafts')).toEqual([]);
  });

  it('names the path and the cause when it is unusable', async () => {
    writeFileSync(path.join(root, 'file'), '');
    const store = inFolder('file');
    await expect(store.createFile('history/1.json', Buffer.from('{}'))).rejects.toThrow(
      /file\/history\/1\.json cannot be written: E/,
    );
  });
});

describe('the key of a part in deploy/store/create-keys.sh', () => {
  const CONTENT = Buffer.from('{}');
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      expect(String(error)).toContain('Access Denied');
      return false;
    }
  };
  beforeAll(async () => {
    for (const prefix of ['production', 'attachments', 'staging'])
      await (await bucket.open(prefix)).createFile('modules/a.js', CONTENT);
  });

  it.each<[Part, string, string]>([
    ['api', 'attachments', 'read, create, create revision, remove'],
    ['api', 'production', ''],
    ['gateway', 'production', 'read'],
    ['gateway', 'attachments', ''],
    ['gateway', 'staging', ''],
    ['releases', 'production', 'read, create revision'],
    ['releases', 'attachments', ''],
    ['releases', 'staging', ''],
    ['publisher', 'production', 'read, create, create revision, remove'],
    ['publisher', 'attachments', ''],
    ['publisher', 'staging', ''],
  ])('[SECURE-86] of %s in %s allows: %s', async (part, prefix, expected) => {
    const store = await bucket.open(prefix, part);
    const work: [string, Promise<unknown>][] = [
      ['read', store.readFile('modules/a.js')],
      ['create', store.createFile(`modules/${part}.js`, CONTENT)],
      ['create revision', store.createFile(`revisions/${part}.json`, CONTENT)],
      ['remove', store.removeFile(`modules/${part}.js`)],
    ];
    const done = await Promise.all(work.map(async ([name, each]) => ((await attempt(each)) ? [name] : [])));
    expect(done.flat().join(', ')).toBe(expected);
  });

  it('[SECURE-86] of a gateway finds the registry, and reports a missing file as missing', async () => {
    await add(await bucket.open('production'), 1);
    const store = await bucket.open('production', 'gateway');
    expect((await findRegistry(store, acceptAll)).registry?.revision).toBe(1);
    expect(await store.readFile('modules/missing.js')).toBeNull();
  });
});
