import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from '@dps/release-store/integrity';

/** Names of all files below a folder, with forward slashes, sorted. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}

/** Subresource integrity of every file below a folder, by name. */
export async function integrityOfFiles(folder: string): Promise<Record<string, string>> {
  const table: Record<string, string> = {};
  for (const file of await listFiles(folder))
    table[file] = integrityOf(await readFile(path.join(folder, file)));
  return table;
}
