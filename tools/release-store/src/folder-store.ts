import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DRAFTS, type ReleaseStore } from './release-store.ts';
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

/** Removes a draft. One that remains blocks no later write, so a failure must not hide the result of this write. */
async function removeIfPossible(draft: string): Promise<void> {
  await rm(draft, { force: true }).catch(() => undefined);
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

  /** Writes the complete content to a draft, so that no reader gets a partial file, even after a crash. */
  async #draft(name: string, content: string | Uint8Array): Promise<string> {
    await mkdir(this.#file(DRAFTS), { recursive: true });
    await mkdir(path.dirname(this.#file(name)), { recursive: true });
    const draft = this.#file(`${DRAFTS}/${randomUUID()}`);
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } catch (error) {
      await removeIfPossible(draft);
      throw error;
    } finally {
      await handle.close();
    }
    return draft;
  }

  createFile(name: string, content: string | Uint8Array): Promise<boolean> {
    return storeOperation(this, name, 'written', this.#create(name, content));
  }

  async #create(name: string, content: string | Uint8Array): Promise<boolean> {
    const draft = await this.#draft(name, content);
    try {
      await link(draft, this.#file(name));
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await removeIfPossible(draft);
    }
  }

  /** Replaces a file. Only for the data of one machine: a release never changes. */
  replaceFile(name: string, content: string | Uint8Array): Promise<void> {
    return storeOperation(this, name, 'written', this.#replace(name, content));
  }

  async #replace(name: string, content: string | Uint8Array): Promise<void> {
    const draft = await this.#draft(name, content);
    try {
      await rename(draft, this.#file(name));
    } catch (error) {
      await removeIfPossible(draft);
      throw error;
    }
  }

  removeFile(name: string): Promise<void> {
    return storeOperation(this, name, 'removed', rm(this.#file(name), { force: true }));
  }

  async modifiedAt(name: string): Promise<Date | null> {
    const found = await storeOperation(this, name, 'read', nullIfMissing(stat(this.#file(name))));
    return found?.mtime ?? null;
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
}
