import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { isIntact } from '@dps/release-store/integrity';
import { messageOf } from '@dps/release-store/refusal';
import type { ReleaseStore } from '@dps/release-store/release-store';
import { texts } from '../texts.ts';

const unbrotli = promisify(brotliDecompress);
const unzip = promisify(gunzip);
/** Bytes that a compressed file may expand to. */
const MAX_EXPANDED = { maxOutputLength: 64 * 1024 * 1024 };
const OWN_FILE = /^[0-9a-f]{64}(\.draft)?$/;

export interface FileCacheOptions {
  store: Pick<ReleaseStore, 'readFile'>;
  /** Absolute path of a folder that no other process uses; created when missing. */
  folder: string;
  /** Most bytes that the cache keeps on disk. */
  maxBytes: number;
  /** Returns the integrity of an uncompressed file of a listed release, such as `sha256-…`, by its path in the store. */
  integrityOf: (path: string) => Promise<string | undefined>;
  log: (line: string) => void;
}

async function expand(path: string, content: Buffer): Promise<Buffer> {
  return path.endsWith('.br') ? unbrotli(content, MAX_EXPANDED) : unzip(content, MAX_EXPANDED);
}

/**
 * Keeps the files of a remote store on disk and evicts the least recently used ones. Release files are immutable, so a
 * kept file is never fetched again. Only files that match the integrity in the signed registry are kept.
 */
export class FileCache {
  readonly #options: FileCacheOptions;
  /** Sizes of the kept files in bytes, the least recently used first. */
  readonly #sizes = new Map<string, number>();
  readonly #fetches = new Map<string, Promise<Buffer | null>>();
  #bytes = 0;

  /** Empties the folder: what another process left there has not been checked by this one. */
  constructor(options: FileCacheOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(options.folder))
      if (OWN_FILE.test(name)) rmSync(join(options.folder, name));
  }

  /**
   * Returns a file of the store, or null where there is none.
   *
   * @throws Error when the store does not answer, or its file is not the released one
   */
  async readFile(path: string): Promise<Buffer | null> {
    const name = createHash('sha256').update(path).digest('hex');
    const kept = await this.#kept(name);
    if (kept) return kept;
    let fetched = this.#fetches.get(name);
    if (!fetched) {
      fetched = this.#fetch(path, name).finally(() => this.#fetches.delete(name));
      this.#fetches.set(name, fetched);
    }
    return fetched;
  }

  async #kept(name: string): Promise<Buffer | null> {
    const size = this.#sizes.get(name);
    if (size === undefined) return null;
    this.#sizes.delete(name);
    this.#sizes.set(name, size);
    // Missing while it is still written, or when it was evicted in this moment.
    return readFile(join(this.#options.folder, name)).catch(() => null);
  }

  async #fetch(path: string, name: string): Promise<Buffer | null> {
    const content = await this.#options.store.readFile(path);
    if (content && (await this.#isReleased(path, content))) await this.#keep(name, content);
    return content;
  }

  /** Whether a listed release has this file. Throws when the file has another content than the release. */
  async #isReleased(path: string, content: Buffer): Promise<boolean> {
    const { integrityOf } = this.#options;
    let integrity = await integrityOf(path);
    let original = content;
    if (integrity === undefined && /\.(br|gz)$/.test(path)) {
      integrity = await integrityOf(path.slice(0, -'.br'.length));
      if (integrity !== undefined) original = await expand(path, content);
    }
    if (integrity === undefined) return false;
    if (!isIntact(original, integrity)) throw new Error(texts.notReleased);
    return true;
  }

  async #keep(name: string, content: Buffer): Promise<void> {
    const { folder, maxBytes, log } = this.#options;
    if (content.length > maxBytes) return;
    await this.#evict(maxBytes - content.length);
    this.#forget(name);
    this.#sizes.set(name, content.length);
    this.#bytes += content.length;
    try {
      const draft = join(folder, `${name}.draft`);
      await writeFile(draft, content, { mode: 0o600 });
      await rename(draft, join(folder, name));
    } catch (error) {
      this.#forget(name);
      log(`${folder}: a release file was not cached: ${messageOf(error)}`);
    }
  }

  #forget(name: string): void {
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }

  /** Removes the least recently used files until the rest has at most this many bytes. */
  async #evict(bytes: number): Promise<void> {
    const evicted: string[] = [];
    for (const name of this.#sizes.keys()) {
      if (this.#bytes <= bytes) break;
      this.#forget(name);
      evicted.push(name);
    }
    await Promise.all(evicted.map((name) => rm(join(this.#options.folder, name), { force: true })));
  }
}
