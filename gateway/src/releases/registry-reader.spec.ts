import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { keysForAll, type TeamKey } from '@dps/release/store/key-ring';
import { newKey, signRegistry } from '@dps/release/store/release-key';
import { revisionContent } from '@dps/release/store/revisions';
import { registryOf } from '@dps/release/store/testing/releases';
import type { Registry } from '@dps/contract';
import { BUCKET_TIMES, FOLDER_TIMES, RegistryReader } from './registry-reader.ts';

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

function open(maxAgeMs: number, waitMs = 30_000, keys = keysForAll([key.publicKey])) {
  const reader = new RegistryReader({
    store: {
      address: 's3://releases/',
      listFiles: async () => {
        reads += 1;
        return failure ? failure() : [...stored.keys()];
      },
      readFile: async (path) => stored.get(path) ?? null,
    },
    keys,
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

  it.each([
    ['a folder', FOLDER_TIMES],
    ['a bucket', BUCKET_TIMES],
  ])('returns the registry of %s within a second of a change', async (_store, { maxAgeMs, waitMs }) => {
    const read = open(maxAgeMs, waitMs);
    expect(await read()).toBe(1);
    add(2);
    clock += 1_000;
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
    '[MODULE-10] serves the last valid revision if the highest one %s, and logs it once',
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

  it('[MODULE-10] accepts no lower revision, also after a restart and with a damaged or unavailable store', async () => {
    add(2);
    const read = open(0);
    expect(await read()).toBe(2);
    stored.delete('revisions/2.json');
    expect(await read()).toBe(2);
    expect(await open(0)()).toBe(2);
    expect(logged.at(-1)).toContain('the store has only revision 1, which is older; revision 2 stays in use');
    stored = new Map([['revisions/2.json', Buffer.from('[]')]]);
    expect(await open(0)()).toBe(2);
    failure = refused;
    expect(await open(0)()).toBe(2);
  });

  it('accepts no copy that was changed', async () => {
    await open(0)();
    const copy = join(folder, 'gateway/registry.json');
    writeFileSync(copy, readFileSync(copy, 'utf8').replace('The jobs module', 'Other'));
    expect((await open(0).reader.read())?.modules[0]?.title).toBe('The jobs module');
  });

  describe('with keys of teams', () => {
    const [jobs, weather] = [newKey().key, newKey().key];
    const teamKeys = (...revoked: string[]): TeamKey[] => [
      ...keysForAll([key.publicKey]),
      { name: 'jobs', publicKey: jobs.publicKey, releases: ['jobs'], revoked: revoked.includes('jobs') },
      { name: 'weather', publicKey: weather.publicKey, releases: ['weather'] },
    ];
    const openWith = (...revoked: string[]) => open(0, 30_000, teamKeys(...revoked));
    /** A registry whose modules have other titles, with the entry of `jobs` by another key. */
    function titled(number: number, title: string, signer = jobs): Registry {
      const { modules, ...rest } = registryOf(['jobs', 'weather'], number);
      const changed = { ...rest, modules: modules.map((each) => Object.assign(each, { title })) };
      const all = signRegistry(changed, key);
      const [own] = signRegistry(changed, signer).modules;
      return { ...all, modules: [...(own ? [own] : []), ...all.modules.slice(1)] };
    }
    const titles = async ({ reader }: ReturnType<typeof open>) =>
      Object.fromEntries((await reader.read())?.modules.map(({ name, title }) => [name, title]) ?? []);
    const addTitled = (...given: Parameters<typeof titled>) =>
      add(given[0], revisionContent(titled(...given)));

    it('serves the entry of a team by its own key', async () => {
      addTitled(2, 'second');
      expect(await titles(openWith())).toEqual({ jobs: 'second', weather: 'second' });
    });

    it.each([
      ['while it runs', true],
      ['after a start', false],
    ])('does not serve an entry that the key of another team has signed, %s', async (_when, runs) => {
      addTitled(2, 'second');
      const running = openWith();
      if (runs) await running();
      addTitled(3, 'third', weather);
      const read = runs ? running : openWith();
      expect(await titles(read)).toEqual({ jobs: 'second', weather: 'third' });
      expect(read.reader.problem).toBe(
        'revisions/3.json: jobs: no trusted key has signed its current content',
      );
      addTitled(4, 'fourth');
      expect(await titles(read)).toEqual({ jobs: 'fourth', weather: 'fourth' });
      expect(read.reader.problem).toBeUndefined();
    });

    it('serves the last valid statement after a revocation, also with a copy of the revoked one', async () => {
      addTitled(2, 'second', key);
      addTitled(3, 'third');
      expect(await titles(openWith())).toEqual({ jobs: 'third', weather: 'third' });
      const read = openWith('jobs');
      expect(await titles(read)).toEqual({ jobs: 'second', weather: 'third' });
      expect(read.reader.problem).toBe('revisions/3.json: jobs: its key is revoked');
    });

    it('withdraws a module without a valid statement', async () => {
      stored.clear();
      addTitled(2, 'second');
      expect(await titles(openWith('jobs'))).toEqual({ weather: 'second' });
    });

    it.each([
      ['while it runs', true],
      ['after a start', false],
    ])('serves no older statement again, %s', async (_when, runs) => {
      addTitled(2, 'second');
      addTitled(3, 'third');
      const running = openWith();
      if (runs) await running();
      const [own] = titled(2, 'second').modules;
      const replay = titled(4, 'fourth');
      add(4, revisionContent({ ...replay, modules: [...(own ? [own] : []), ...replay.modules.slice(1)] }));
      const read = runs ? running : openWith();
      expect(await titles(read)).toEqual({ jobs: 'third', weather: 'fourth' });
      expect(read.reader.problem).toContain('jobs: it is older than the last valid one');
    });

    it('takes the highest reload of the statements, and no other', async () => {
      add(2, revisionContent({ ...titled(2, 'second'), reloadBefore: 900 }));
      expect((await openWith().reader.read())?.reloadBefore).toBeUndefined();
      const { shell, modules } = registryOf(['jobs'], 3);
      const signed = signRegistry({ revision: 3, shell, modules, reloadBefore: 3 }, key);
      add(3, revisionContent({ ...signed, reloadBefore: 1 }));
      expect((await openWith().reader.read())?.reloadBefore).toBe(3);
    });
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
