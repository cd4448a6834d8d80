import type { ModuleRelease, ShellRelease } from '@dps/shared-contracts';

/** Limits in KiB of scripts, compressed with brotli. */
export interface SizeBudget {
  /** What a screen needs before it can show itself: by the path of a route, for the shell by its kind of screen. */
  first: Record<string, number>;
  /** All scripts of the release together. */
  all: number;
}

/** Kinds of screens of the shell. */
export const EVERY_SCREEN = 'every screen';
export const SIGNED_IN_SCREENS = 'screens of signed-in users';

/**
 * A module's page on top of the shell's first load. The largest today is 28 KiB, most of it Formik, which pages with a
 * form cannot do without; what a page needs beyond that can come after its first paint. All of a module's scripts are
 * fetched by somebody who uses all of it: the largest today is 78 KiB, a chart and MUI's file fields among them.
 */
const MODULE = { first: 30, all: 90 };

/**
 * What everybody waits for, whichever module they came for, so it has hardly any room: React, the router, the store and
 * the kit are most of it. Who makes it grow changes these figures in the same commit, for others to see.
 */
const SHELL = { [EVERY_SCREEN]: 182, [SIGNED_IN_SCREENS]: 232, all: 264 };

/** What a module says in its `module.json`, in KiB. */
export interface StatedBudget {
  first?: number | undefined;
  all?: number | undefined;
}

/** The figures that a module states beyond what the platform allows, as sentences. */
export function statedTooMuch(stated: StatedBudget): string[] {
  return (['first', 'all'] as const).flatMap((kind) => {
    const wanted = stated[kind] ?? 0;
    if (wanted <= MODULE[kind]) return [];
    return [
      `module.json states a budget "${kind}" of ${wanted} KiB, and the platform allows ${MODULE[kind]} KiB`,
    ];
  });
}

/** The limits of a release: the platform's, and a module's own where they are tighter. */
export function budgetOf(release: ModuleRelease | ShellRelease, stated: StatedBudget = {}): SizeBudget {
  if ('main' in release) {
    const { all, ...first } = SHELL;
    return { first, all };
  }
  const first = Math.min(stated.first ?? Infinity, MODULE.first);
  return {
    first: Object.fromEntries(release.routes.map(({ path }) => [path, first])),
    all: Math.min(stated.all ?? Infinity, MODULE.all),
  };
}
