import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with files that no build reads: packages, hidden folders. */
const UNREAD = /^(\.|node_modules$)/;

/** Returns each file below a folder as a path, a size in bytes and a time of change. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return UNREAD.test(entry.name) ? [] : listFiles(path);
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? [`${path} ${stats.size} ${stats.mtimeMs}`] : [];
  });
}

const digest = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

/**
 * Returns two digests of the names, sizes and times of the files below a folder: of the files in folders named `dist`, and of all
 * others. A changed file has another size or time.
 */
export function fingerprintFiles(folder: string): { sources: string; builds: string } {
  const files = listFiles(folder);
  const isBuilt = (file: string) => /[\\/]dist[\\/]/.test(file);
  return {
    sources: digest(files.filter((file) => !isBuilt(file))),
    builds: digest(files.filter(isBuilt)),
  };
}
