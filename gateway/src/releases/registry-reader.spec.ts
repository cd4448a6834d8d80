import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { newKey, signRegistry } from '@dps/release-store/release-key';
import { revisionContent } from '@dps/release-store/revisions';
import { registryOf } from '@dps/release-store/testing/releases';
import { RegistryReader } from './registry-reader.ts';

const { key } = newKey();
const revision = (number: number, signer = key) =>
  revisionContent(signRegistry(registryOf(['jobs'], number), signer));

let clock: number;
let folder: string;
/** The revisions of the store. */
let stored: Map<string, Buffer>;
let failure: (() => Promise<never>) | undefined;
let reads: number;
let logged: string[];
beforeEach(() => {
  clock = 1_000;
  folder = mkdtempSync(join(tmpdir(), 'dps-reader-'));
  stored = new Map([['revisions/1.json', revision(1)]]);
  failure = undefined;
  reads = 0;
  logged = [];
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

function open(maxAgeMs: number, waitMs = 30_000) {
  const reader = new RegistryReader({
    store: {
      address: 's3://releases/',
      listFiles: async () => {
        reads += 1;
        return failure ? failure() : [...stored.keys()];
      },
      readFile: async (path) => stored.get(path) ?? null,
    },
    publicKeys: [key.publicKey],
    copy: join(folder, 'gateway/registry.json'),
    maxAgeMs,
    waitMs,
    log: (line) => logged.push(line),
  });
  const read = async () => (await reader.read())?.revision ?? reader.problem;
  return Object.assign(read, { reader });
}

const refused = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:9000'));
const add = (number: number, content = revision(number)) => stored.set(`revisions/${number}.json`, content);

describe('RegistryReader', () => {
  it('returns a changed registry when the last reading is too old', async () => {
    const read = open(500);
    expect(await read()).toBe(1);
    add(2);
    clock += 499;
    expect(await read()).toBe(1);
    clock += 1;
    expect(await read()).toBe(2);
    expect(reads).toBe(2);
  });

  it('reads the store on each request if the maximum age is 0', async () => {
    const read = open(0);
    expect(await read()).toBe(1);
    add(2);
    expect(await read()).toBe(2);
  });

  it('reads once for concurrent requests', async () => {
    const read = open(0);
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
    expect(reads).toBe(1);
  });

  it('keeps the registry while the store is unavailable, and logs it once', async () => {
    const read = open(0);
    await read();
    failure = refused;
    expect([await read(), await read()]).toEqual([1, 1]);
    expect(logged).toEqual([
      'The registry in s3://releases/ cannot be used: the release store is unavailable (connect ECONNREFUSED 10.0.0.5:9000); revision 1 stays in use',
    ]);
    failure = undefined;
    add(3);
    expect(await read()).toBe(3);
    expect(read.reader.problem).toBeUndefined();
  });

  const DAMAGED: [string, Buffer, string][] = [
    ['is truncated', revision(3).subarray(0, 100), 'it is not valid JSON'],
    ['has an unknown signer', revision(3, newKey().key), 'no trusted key has signed its current content'],
    ['has no signature', revisionContent(registryOf(['jobs'], 3)), 'it is not signed'],
    ['is a copy of an older one', revision(1), 'it contains revision 1'],
  ];
  it.each(DAMAGED)(
    'serves the last valid revision if the highest one %s, and logs it once',
    async (_case, content, problem) => {
      const read = open(0);
      await read();
      add(2);
      add(3, content);
      expect([await read(), await read()]).toEqual([2, 2]);
      expect(logged).toEqual([
        `The registry in s3://releases/ cannot be used: revisions/3.json: ${problem}; revision 2 stays in use`,
      ]);
      add(4);
      expect(await read()).toBe(4);
    },
  );

  it('serves its last registry after a restart, if the store is damaged', async () => {
    add(2);
    await open(0)();
    stored = new Map([['revisions/2.json', Buffer.from('[]')]]);
    expect(await open(0)()).toBe(2);
    failure = refused;
    expect(await open(0)()).toBe(2);
  });

  it('accepts no lower revision, also after a restart', async () => {
    add(2);
    const read = open(0);
    expect(await read()).toBe(2);
    stored.delete('revisions/2.json');
    expect(await read()).toBe(2);
    expect(await open(0)()).toBe(2);
    expect(logged.at(-1)).toContain('the store has only revision 1, which is older; revision 2 stays in use');
  });

  it('accepts no copy that was changed', async () => {
    await open(0)();
    const copy = join(folder, 'gateway/registry.json');
    writeFileSync(copy, readFileSync(copy, 'utf8').replace('"revision":1', '"revision":9'));
    expect(await open(0)()).toBe(1);
  });

  it('returns the problem without network addresses before the first valid registry', async () => {
    failure = refused;
    const read = open(0);
    expect(await read()).toBe('the release store is unavailable');
    failure = undefined;
    expect(await read()).toBe(1);
  });

  it('returns the last valid registry while the store hangs', async () => {
    const read = open(0, 1);
    await read();
    const hanging = Promise.withResolvers<never>();
    failure = () => hanging.promise;
    expect(await read()).toBe(1);
    failure = undefined;
    add(2);
    hanging.reject(new Error('closed'));
    while ((await read()) !== 2) await nextTurn();
  });
});
