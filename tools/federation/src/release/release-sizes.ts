import type { ModuleRelease, ShellRelease } from '@dps/shared-contracts';
import { EVERY_SCREEN, SIGNED_IN_SCREENS, type SizeBudget } from '../policy/size-budget.ts';

/** Bytes of a release's scripts, compressed with brotli. */
export interface ReleaseSizes {
  /** What each screen needs before it can show itself, by the same names as in `SizeBudget`. */
  first: Record<string, number>;
  all: number;
}

type Release = ModuleRelease | ShellRelease;

/** The scripts of a release. */
export const scriptsOf = ({ files }: Pick<Release, 'files'>): string[] =>
  Object.keys(files).filter((file) => file.endsWith('.js'));

/** Scripts that each screen needs first, out of the release's own. */
export function firstScripts(release: Release): Record<string, string[]> {
  if ('main' in release) {
    const every = [...release.main, ...release.preload];
    return { [EVERY_SCREEN]: every, [SIGNED_IN_SCREENS]: [...new Set([...every, ...(release.frame ?? [])])] };
  }
  const { entry, routes } = release;
  return Object.fromEntries(routes.map(({ path, chunks }) => [path, [...new Set([entry, ...chunks])]]));
}

/** @param bytesOf bytes of each script of the release, compressed */
export function releaseSizes(release: Release, bytesOf: ReadonlyMap<string, number>): ReleaseSizes {
  const sum = (files: readonly string[]) =>
    files.reduce((bytes, file) => bytes + (bytesOf.get(file) ?? 0), 0);
  const first = Object.entries(firstScripts(release)).map(([screen, files]) => [screen, sum(files)] as const);
  return { first: Object.fromEntries(first), all: sum(scriptsOf(release)) };
}

/** A limit that a release does not keep. */
export interface Excess {
  /** Undefined where it is about all scripts together. */
  screen: string | undefined;
  /** `/jobs: 31.2 KiB of scripts first, over its budget of 30 KiB` */
  problem: string;
}

/** `48.2 KiB` */
export const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`;

/** What is larger than its budget. */
export function excessOf({ first, all }: ReleaseSizes, budget: SizeBudget): Excess[] {
  const screens = Object.entries(first).flatMap(([screen, bytes]) => {
    const most = budget.first[screen] ?? Infinity;
    if (bytes <= most * 1024) return [];
    return [{ screen, problem: `${screen}: ${kib(bytes)} of scripts first, over its budget of ${most} KiB` }];
  });
  if (all <= budget.all * 1024) return screens;
  const problem = `all scripts together: ${kib(all)}, over their budget of ${budget.all} KiB`;
  return [...screens, { screen: undefined, problem }];
}
