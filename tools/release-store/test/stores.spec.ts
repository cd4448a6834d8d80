import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderStore } from '../src/folder-store.ts';
import type { ReleaseStore } from '../src/release-store.ts';
import { findRegistry, revisionContent, revisionFile } from '../src/revisions.ts';
import { S3Store } from '../src/s3-store.ts';
import { openStore } from '../src/open-store.ts';
import { BUCKET, startBucket, type Bucket, type Part } from '../src/testing/bucket.ts';
import { acceptAll, registryOf } from '../src/testing/releases.ts';

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
const inBucket = (name: string): ReleaseStore => {
  const { S3_ENDPOINT: endpoint = '', S3_REGION: region = '' } = bucket.environment;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const client = { endpoint, region, credentials, forcePathStyle: true };
  return new S3Store({ bucket: BUCKET, prefix: `${name}/`, client });
};

const add = (store: ReleaseStore, revision: number) =>
  store.createFile(revisionFile(revision), revisionContent(registryOf(['jobs'], revision)));

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

  it('returns size and time of the files of a folder, and removes a file', async () => {
    const before = Date.now() - 2_000;
    await store.createFile('history/1.json', Buffer.from('{}'));
    const details = await store.listDetails('history');
    expect([...details.keys()]).toEqual(['history/1.json']);
    expect(details.get('history/1.json')?.bytes).toBe(2);
    expect(details.get('history/1.json')?.modifiedAt).toBeGreaterThan(before);
    for (const _attempt of [1, 2]) await store.removeFile('history/1.json');
    expect(await store.listFiles('history')).toEqual([]);
  });

  it('lets one of several concurrent writers create a file', async () => {
    const writers = Array.from({ length: 10 }, (_, i) =>
      open(name).createFile('revisions/2.json', Buffer.from(`writer ${i}`)),
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
  });

  it('refuses a revision under another number', async () => {
    await add(store, 3);
    await store.createFile('revisions/7.json', (await store.readFile('revisions/3.json')) ?? Buffer.of());
    expect(await findRegistry(store, acceptAll)).toMatchObject({
      registry: { revision: 3 },
      problem: 'revisions/7.json: it contains revision 3',
    });
  });
});

describe('a store in a folder', () => {
  it('replaces a file', async () => {
    const store = inFolder('local');
    for (const content of ['first', 'second']) await store.replaceFile('a.js', content);
    expect((await store.readFile('a.js'))?.toString()).toBe('second');
  });

  it('leaves no draft', async () => {
    const store = inFolder('tidy');
    await store.createFile('history/1.json', Buffer.from('{}'));
    await store.createFile('history/1.json', Buffer.from('again'));
    await store.replaceFile('history/1.json', 'other');
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
  const storeOf = (environment: Record<string, string>, prefix: string): Promise<ReleaseStore> =>
    openStore(`s3://${BUCKET}/${prefix}`, {
      endpoint: environment['S3_ENDPOINT'],
      region: environment['S3_REGION'],
      pathStyle: true,
      accessKeyId: environment['S3_ACCESS_KEY_ID'],
      secretAccessKey: environment['S3_SECRET_ACCESS_KEY'],
    });
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
      await (await storeOf(bucket.environment, prefix)).createFile('modules/a.js', CONTENT);
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
    const store = await storeOf(bucket.environmentOf(part), prefix);
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
    await add(await storeOf(bucket.environment, 'production'), 1);
    const store = await storeOf(bucket.environmentOf('gateway'), 'production');
    expect((await findRegistry(store, acceptAll)).registry?.revision).toBe(1);
    expect(await store.readFile('modules/missing.js')).toBeNull();
  });
});
