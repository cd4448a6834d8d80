import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with files that no build reads: packages, hidden folders. */
const UNREAD = /^(\.|node_modules$)/;

/** Returns each file below a folder as its path in the folder, a size in bytes and a time of change. */
function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return UNREAD.test(entry.name) ? [] : listFiles(folder, path);
    const stats = statSync(join(folder, path), { throwIfNoEntry: false });
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
