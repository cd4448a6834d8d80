import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expand } from '@dps/release/store/compressed';
import { isIntact } from '@dps/release/store/integrity';
import { messageOf } from '@dps/release/store/command-error';
import type { ReleaseStore } from '@dps/release/store/release-store';
import { texts } from '../texts.ts';

const OWN_FILE = /^[0-9a-f]{64}(\.draft)?$/;

export interface FileCacheOptions {
  store: Pick<ReleaseStore, 'readFile'>;
  /** Absolute path of a folder that only this process uses. Created when missing. */
  folder: string;
  /** Maximum size of the cache on disk, in bytes. */
  maxBytes: number;
  /** Returns the integrity of an uncompressed file of a listed release, such as `sha256-…`, by its path in the store. */
  integrityOf: (path: string) => Promise<string | undefined>;
  log: (line: string) => void;
}

/**
 * Caches the files of a remote store on disk and evicts the least recently used files. Release files are immutable, so
 * the cache never fetches a cached file again. It keeps only files that match the integrity in the signed registry.
 */
export class FileCache {
  readonly #options: FileCacheOptions;
  /** Sizes of the cached files in bytes, the least recently used first. */
  readonly #sizes = new Map<string, number>();
  readonly #fetches = new Map<string, Promise<Buffer | null>>();
  #bytes = 0;

  /** Empties the folder: this process has not verified the files of an earlier one. */
  constructor(options: FileCacheOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(options.folder))
      if (OWN_FILE.test(name)) rmSync(join(options.folder, name));
  }

  /**
   * Returns a file of the store, or null if it is missing.
   *
   * @throws Error when the store is unavailable, or its file differs from the released file
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
    // The file is missing during a write or after a concurrent eviction.
    return readFile(join(this.#options.folder, name)).catch(() => null);
  }

  async #fetch(path: string, name: string): Promise<Buffer | null> {
    const content = await this.#options.store.readFile(path);
    if (content && (await this.#isReleased(path, content))) await this.#keep(name, content);
    return content;
  }

  /** Returns whether a listed release has this file. Throws when the content differs from the release. */
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

  /** Removes the least recently used files until at most this many bytes remain. */
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
