import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { integrityOf } from '@dps/release/store/integrity';
import { FileCache } from './file-cache.ts';

let folder: string;
let fetched: string[];
let stored: Map<string, Buffer>;
let listed: Map<string, string>;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dps-cache-'));
  fetched = [];
  stored = new Map();
  listed = new Map();
  logged = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a file to the store and to the registry. */
function release(path: string, content: string): void {
  stored.set(path, Buffer.from(content));
  listed.set(path, integrityOf(content));
}

const open = (maxBytes = 1000): FileCache =>
  new FileCache({
    store: {
      readFile: async (path) => {
        fetched.push(path);
        return stored.get(path) ?? null;
      },
    },
    folder,
    maxBytes,
    integrityOf: async (path) => listed.get(path),
    log: (line) => logged.push(line),
  });

const read = async (cache: FileCache, path: string) => (await cache.readFile(path))?.toString();
const bytesOnDisk = () =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

describe('FileCache', () => {
  it('fetches a file once, for concurrent requests too', async () => {
    release('a.js', 'first');
    const cache = open();
    const contents = await Promise.all(Array.from({ length: 10 }, () => read(cache, 'a.js')));
    expect(new Set([...contents, await read(cache, 'a.js')])).toEqual(new Set(['first']));
    expect(fetched).toEqual(['a.js']);
  });

  it('stays within its limit and evicts the least recently used file', async () => {
    for (const name of ['a.js', 'b.js', 'c.js']) release(name, name.repeat(100));
    const cache = open(800);
    await read(cache, 'a.js');
    await read(cache, 'b.js');
    await read(cache, 'a.js');
    await read(cache, 'c.js');
    expect(bytesOnDisk()).toBe(800);
    fetched = [];
    await read(cache, 'a.js');
    await read(cache, 'c.js');
    expect(fetched).toEqual([]);
    expect(await read(cache, 'b.js')).toBe('b.js'.repeat(100));
    expect(fetched).toEqual(['b.js']);
    expect(bytesOnDisk()).toBe(800);
  });

  it('verifies the expanded content of a compressed file', async () => {
    release('a.js', 'first');
    release('b.js', 'first');
    stored.set('a.js.br', brotliCompressSync('first'));
    stored.set('b.js.gz', gzipSync('other'));
    const cache = open();
    await read(cache, 'a.js.br');
    await read(cache, 'a.js.br');
    expect(fetched).toEqual(['a.js.br']);
    await expect(cache.readFile('b.js.gz')).rejects.toThrow('its content differs from the released file');
  });

  it('rejects a file that differs from the released file, until the store has the released file', async () => {
    release('a.js', 'first');
    stored.set('a.js', Buffer.from('cut o'));
    const cache = open();
    await expect(cache.readFile('a.js')).rejects.toThrow('its content differs from the released file');
    expect(bytesOnDisk()).toBe(0);
    release('a.js', 'first');
    expect(await read(cache, 'a.js')).toBe('first');
  });

  it('caches neither unlisted nor missing files, nor one larger than the limit', async () => {
    release('large.js', 'x'.repeat(1001));
    stored.set('unlisted.js', Buffer.from('unlisted'));
    const cache = open();
    expect(await read(cache, 'unlisted.js')).toBe('unlisted');
    expect(await read(cache, 'large.js')).toHaveLength(1001);
    expect(await cache.readFile('later.js')).toBeNull();
    expect(bytesOnDisk()).toBe(0);
    release('later.js', 'later');
    expect(await read(cache, 'later.js')).toBe('later');
  });

  it('fetches a cached file again if it is missing on disk', async () => {
    release('a.js', 'first');
    const cache = open();
    await read(cache, 'a.js');
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    expect(await read(cache, 'a.js')).toBe('first');
    expect(await read(cache, 'a.js')).toBe('first');
    expect(fetched).toEqual(['a.js', 'a.js']);
    expect(bytesOnDisk()).toBe(5);
  });

  it('serves a file that it cannot write to disk, and logs the cause', async () => {
    release('a.js', 'first');
    const cache = open();
    rmSync(folder, { recursive: true });
    expect(await read(cache, 'a.js')).toBe('first');
    expect(logged).toEqual([expect.stringMatching(/a release file was not cached: .*ENOENT/)]);
  });

  it('removes the files of an earlier process at start, and no other files', async () => {
    release('a.js', 'first');
    await read(open(), 'a.js');
    writeFileSync(join(folder, 'notes.txt'), 'notes');
    open();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });
});
