import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { REGISTRY_FILE, type ReleaseStore, type Stored } from './release-store.ts';

/** One file for each revision, never written again: the first to make the next one has won. */
const REVISIONS = 'revisions';
const REVISION = /^(\d+)\.json$/;

const isCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    // A path that leads to a folder, or through a file, has no file either.
    if (isCode(error, 'ENOENT', 'EISDIR', 'ENOTDIR')) return null;
    throw error;
  }
}

/** A store in a folder of this machine, or of a drive that machines share. */
export class FolderStore implements ReleaseStore {
  readonly address: string;

  constructor(folder: string) {
    this.address = path.resolve(folder);
  }

  #file(name: string): string {
    return path.join(this.address, ...name.split('/'));
  }

  /** Writes a whole file beside its place; whoever reads the place never finds a part of it, even after a crash. */
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

  /** Writes a file in place of the one that is there. For the data of one machine only: a release never changes. */
  async replaceFile(name: string, content: string | Uint8Array): Promise<void> {
    await rename(await this.#draft(name, content), this.#file(name));
  }

  /** Removes a file, if it is there. For the data of one machine only. */
  removeFile(name: string): Promise<void> {
    return rm(this.#file(name), { force: true });
  }

  readFile(name: string): Promise<Buffer | null> {
    return unlessMissing(readFile(this.#file(name)));
  }

  async listFiles(folder: string): Promise<string[]> {
    const entries = await unlessMissing(
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
    const names = (await unlessMissing(readdir(this.#file(REVISIONS)))) ?? [];
    const revisions = names.flatMap((name) => REVISION.exec(name)?.[1] ?? []).map(Number);
    return revisions.length > 0 ? Math.max(...revisions) : null;
  }

  async readRegistry(): Promise<Stored | null> {
    const last = await this.#lastRevision();
    const served = await this.readFile(REGISTRY_FILE);
    if (last === null) return served && { text: served.toString(), mark: '' };
    const text = await readFile(this.#file(`${REVISIONS}/${last}.json`), 'utf8');
    return { text, mark: String(last), revision: last };
  }

  async replaceRegistry(text: string, revision: number, mark: string | null): Promise<boolean> {
    const last = await this.#lastRevision();
    if (last !== null && (String(last) !== mark || revision <= last)) return false;
    if (!(await this.createFile(`${REVISIONS}/${revision}.json`, text))) return false;
    await this.#serveLast();
    return true;
  }

  /** Puts the last revision back where it is served from. Returns whether something else stood there. */
  async restore(): Promise<boolean> {
    const last = await this.readRegistry();
    const served = await this.readFile(REGISTRY_FILE);
    if (!last || served?.toString() === last.text) return false;
    await this.#serveLast();
    return true;
  }

  /** Puts the last revision where it is served from. Writers that overtake each other all end with the last one. */
  async #serveLast(): Promise<void> {
    for (let served: number | null = null; served !== (await this.#lastRevision());) {
      served = await this.#lastRevision();
      const text = await readFile(this.#file(`${REVISIONS}/${served}.json`), 'utf8');
      await this.replaceFile(REGISTRY_FILE, text);
    }
  }
}
