import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.ts';

/** A file with fewer lines is short. */
const SHORT = 15;
/** Maximum number of short files. CONTRIBUTING.md lists the kinds of files that may be short. */
const ALLOWED = 40;

/** A module with at most this many source files is new. Its few small files do not count. */
const NEW_MODULE = 10;
const MODULE = /^(mfe-[^/]+|tools\/create-module\/template)(?=\/)/;

const moduleOf = (file: string): string | undefined => MODULE.exec(file)?.[0];

function newModules(files: readonly string[]): Set<string | undefined> {
  const byModule = Map.groupBy(files, moduleOf);
  return new Set(
    [...byModule].filter(([name, own]) => name && own.length <= NEW_MODULE).map(([name]) => name),
  );
}

/**
 * Returns a line for each short file, and one with their number, if there are too many.
 *
 * @param lengths the number of lines of each source file, by its path
 */
export function shortFileFaults(lengths: Readonly<Record<string, number>>): string[] {
  const exempt = newModules(Object.keys(lengths));
  const short = Object.entries(lengths).filter(
    ([file, lines]) => lines < SHORT && !exempt.has(moduleOf(file)),
  );
  if (short.length <= ALLOWED) return [];
  return [
    `${short.length} files have fewer than ${SHORT} lines, and ${ALLOWED} are allowed. Merge some with their importer:`,
    ...short.map(([file, lines]) => `${file} has ${lines} lines`),
  ];
}

/** Checks the lengths of the repository's TypeScript files. */
export function checkShortFiles(): string[] {
  const lengths = repositoryFiles()
    .filter((file) => /\.(ts|tsx|mts)$/.test(file))
    .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1] as const);
  return shortFileFaults(Object.fromEntries(lengths));
}
