import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@dps/release-store/integrity';

/** Returns the sorted paths of all files in a folder and its subfolders, with forward slashes. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}

/** Returns the subresource integrity of every file in a folder and its subfolders, by path. */
export async function integrityOfFiles(folder: string): Promise<Record<string, string>> {
  const table: Record<string, string> = {};
  for (const file of await listFiles(folder))
    table[file] = integrityOf(await readFile(path.join(folder, file)));
  return table;
}
