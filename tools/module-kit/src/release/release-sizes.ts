import type { ModuleRelease, ShellRelease } from '@dps/contract';
import { EVERY_SCREEN, SIGNED_IN_SCREENS, type SizeBudget } from '../policy/size-budget.ts';

/** Sizes of a release's scripts in bytes, compressed with brotli. */
export interface ReleaseSizes {
  /** First load of each screen, with the keys of the budget. */
  first: Record<string, number>;
  /** All scripts of the release together. */
  all: number;
}

type Release = ModuleRelease | ShellRelease;

export const scriptsOf = ({ files }: Pick<Release, 'files'>): string[] =>
  Object.keys(files).filter((file) => file.endsWith('.js'));

/** Returns the release's own scripts in the first load of each screen. */
export function firstScripts(release: Release): Record<string, string[]> {
  if ('main' in release) {
    const every = [...release.main, ...release.preload];
    return { [EVERY_SCREEN]: every, [SIGNED_IN_SCREENS]: [...new Set([...every, ...(release.frame ?? [])])] };
  }
  const { entry, routes } = release;
  return Object.fromEntries(routes.map(({ path, chunks }) => [path, [...new Set([entry, ...chunks])]]));
}

/**
 * Returns the sizes of a release.
 *
 * @param bytesOf size of each script in bytes, compressed with brotli
 */
export function releaseSizes(release: Release, bytesOf: ReadonlyMap<string, number>): ReleaseSizes {
  const sum = (files: readonly string[]) =>
    files.reduce((bytes, file) => bytes + (bytesOf.get(file) ?? 0), 0);
  const first = Object.entries(firstScripts(release)).map(([screen, files]) => [screen, sum(files)] as const);
  return { first: Object.fromEntries(first), all: sum(scriptsOf(release)) };
}

/** A limit that a release exceeds. */
export interface ExceededLimit {
  screen: string;
  /** `/jobs: 31.2 KiB of scripts first, over its budget of 30 KiB` */
  problem: string;
}

/** Formats a number of bytes: `48.2 KiB`. */
export const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** Returns the limits of the budget that a release exceeds. */
export function exceededLimits({ first }: ReleaseSizes, budget: SizeBudget): ExceededLimit[] {
  return Object.entries(first).flatMap(([screen, bytes]) => {
    const limit = budget[screen] ?? Infinity;
    if (bytes <= limit * 1024) return [];
    return [
      { screen, problem: `${screen}: ${kib(bytes)} of scripts first, over its budget of ${limit} KiB` },
    ];
  });
}
