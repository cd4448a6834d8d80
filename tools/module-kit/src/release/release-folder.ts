import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@dps/release/store/integrity';
import { SOURCE_MAPS } from '@dps/release/store/release-store';

/** Returns the sorted paths of all files of a release in a folder, with forward slashes. Source maps are not part of a release. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !file.startsWith(`${SOURCE_MAPS}/`))
    .toSorted();
}

/** Returns the subresource integrity of every file of a release in a folder, by path. */
export async function integrityOfFiles(folder: string): Promise<Record<string, string>> {
  const table: Record<string, string> = {};
  for (const file of await listFiles(folder))
    table[file] = integrityOf(await readFile(path.join(folder, file)));
  return table;
}
