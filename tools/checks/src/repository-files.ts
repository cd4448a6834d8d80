import { globSync, statSync } from 'node:fs';
import path from 'node:path';

/** The workspace's root. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Folders of generated and installed files. */
const EXCLUDED = /(^|\/)(node_modules|dist|coverage|test-results|\.(git|nx|data|cache))$/;

/** Returns the paths of the repository's files that match one of the patterns, relative to its root. */
export function repositoryFiles(patterns: string | string[] = '**'): string[] {
  return globSync(patterns, { cwd: ROOT, exclude: (file) => EXCLUDED.test(file) }).filter((file) =>
    statSync(path.join(ROOT, file)).isFile(),
  );
}
