import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { REGISTRY_FILE, type ReleaseStore, type StoredRegistry } from './release-store.ts';

/** One immutable file per revision. The writer that creates the next file first wins. */
const REVISIONS = 'revisions';
const REVISION = /^(\d+)\.json$/;

const isCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    // A path to a folder, or below a file, counts as missing.
    if (isCode(error, 'ENOENT', 'EISDIR', 'ENOTDIR')) return null;
    throw error;
  }
}

/** A store in a local folder or on a shared drive. */
export class FolderStore implements ReleaseStore {
  readonly address: string;

  constructor(folder: string) {
    this.address = path.resolve(folder);
  }

  #file(name: string): string {
    return path.join(this.address, ...name.split('/'));
  }

  /** Writes the complete content to a draft next to the file, so that no reader gets a partial file, even after a crash. */
  async #draft(name: string, content: string | Uint8Array): Promise<string> {
    const file = this.#file(name);
    await mkdir(path.dirname(file), { recursive: true });
    const draft = `${file}.${randomUUID()}.draft`;
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return draft;
  }

  async createFile(name: string, content: string | Uint8Array): Promise<boolean> {
    const draft = await this.#draft(name, content);
    try {
      await link(draft, this.#file(name));
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(draft);
    }
  }

  /** Replaces a file. Only for the data of one machine: a release never changes. */
  async replaceFile(name: string, content: string | Uint8Array): Promise<void> {
    await rename(await this.#draft(name, content), this.#file(name));
  }

  /** Removes a file if it exists. Only for the data of one machine. */
  removeFile(name: string): Promise<void> {
    return rm(this.#file(name), { force: true });
  }

  readFile(name: string): Promise<Buffer | null> {
    return nullIfMissing(readFile(this.#file(name)));
  }

  async listFiles(folder: string): Promise<string[]> {
    const entries = await nullIfMissing(
      readdir(this.#file(folder), { recursive: true, withFileTypes: true }),
    );
    return (entries ?? [])
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
      .map((entry) =>
        path.relative(this.address, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
      )
      .toSorted();
  }

  async #lastRevision(): Promise<number | null> {
    const names = (await nullIfMissing(readdir(this.#file(REVISIONS)))) ?? [];
    const revisions = names.flatMap((name) => REVISION.exec(name)?.[1] ?? []).map(Number);
    return revisions.length > 0 ? Math.max(...revisions) : null;
  }

  async readRegistry(): Promise<StoredRegistry | null> {
    const last = await this.#lastRevision();
    const served = await this.readFile(REGISTRY_FILE);
    if (last === null) return served && { text: served.toString(), etag: '' };
    const text = await readFile(this.#file(`${REVISIONS}/${last}.json`), 'utf8');
    return { text, etag: String(last), revision: last };
  }

  async replaceRegistry(text: string, revision: number, etag: string | null): Promise<boolean> {
    const last = await this.#lastRevision();
    if (last !== null && (String(last) !== etag || revision <= last)) return false;
    if (!(await this.createFile(`${REVISIONS}/${revision}.json`, text))) return false;
    await this.#serveLast();
    return true;
  }

  async restore(): Promise<boolean> {
    const last = await this.readRegistry();
    const served = await this.readFile(REGISTRY_FILE);
    if (!last || served?.toString() === last.text) return false;
    await this.#serveLast();
    return true;
  }

  /** Copies the last revision to the served file. Concurrent writers all end with the last revision. */
  async #serveLast(): Promise<void> {
    for (let served: number | null = null; served !== (await this.#lastRevision());) {
      served = await this.#lastRevision();
      const text = await readFile(this.#file(`${REVISIONS}/${served}.json`), 'utf8');
      await this.replaceFile(REGISTRY_FILE, text);
    }
  }
}
