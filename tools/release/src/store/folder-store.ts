import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DRAFTS, type FileDetails, type ReleaseStore } from './release-store.ts';
import { storeOperation } from './store-error.ts';

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

  /** Writes the complete content to a draft before `place` names it, so that no reader gets a partial file, even after a crash. */
  async #write(
    name: string,
    content: string | Uint8Array,
    place: (draft: string, file: string) => Promise<void>,
  ): Promise<void> {
    const file = this.#file(name);
    await mkdir(this.#file(DRAFTS), { recursive: true });
    await mkdir(path.dirname(file), { recursive: true });
    const draft = this.#file(`${DRAFTS}/${randomUUID()}`);
    try {
      const handle = await open(draft, 'wx');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await place(draft, file);
    } finally {
      // A draft that remains blocks no later write, so a failure must not hide the result of this one.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  createFile(name: string, content: string | Uint8Array): Promise<boolean> {
    return storeOperation(this, name, 'written', this.#create(name, content));
  }

  async #create(name: string, content: string | Uint8Array): Promise<boolean> {
    try {
      await this.#write(name, content, link);
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    }
  }

  /** Replaces a file. Only for the data of one machine: a release never changes. */
  replaceFile(name: string, content: string | Uint8Array): Promise<void> {
    return storeOperation(this, name, 'written', this.#write(name, content, rename));
  }

  removeFile(name: string): Promise<void> {
    return storeOperation(this, name, 'removed', rm(this.#file(name), { force: true }));
  }

  readFile(name: string): Promise<Buffer | null> {
    return storeOperation(this, name, 'read', nullIfMissing(readFile(this.#file(name))));
  }

  async listFiles(folder: string): Promise<string[]> {
    const listing = readdir(this.#file(folder), { recursive: true, withFileTypes: true });
    const entries = (await storeOperation(this, folder, 'listed', nullIfMissing(listing))) ?? [];
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(this.address, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
      )
      .toSorted();
  }

  async listDetails(folder: string): Promise<Map<string, FileDetails>> {
    const details = async (name: string): Promise<[string, FileDetails][]> => {
      const found = await storeOperation(this, name, 'read', nullIfMissing(stat(this.#file(name))));
      return found ? [[name, { bytes: found.size, modifiedAt: found.mtimeMs }]] : [];
    };
    const found = await Promise.all((await this.listFiles(folder)).map(details));
    return new Map(found.flat());
  }
}
