import type { ModuleRelease, ShellRelease } from '@dps/contract';

/** Limits in KiB of scripts, compressed with brotli. */
export interface SizeBudget {
  /** Scripts that a screen loads before its first paint, by path of the route, or for the shell by kind of screen. */
  first: Record<string, number>;
  /** All scripts of the release together. */
  all: number;
}

/** Kinds of screens of the shell. */
export const EVERY_SCREEN = 'every screen';
export const SIGNED_IN_SCREENS = 'screens of signed-in users';

/**
 * `first` limits the first load of a module's page, in addition to that of the shell. The largest page has 28 KiB, mostly
 * Formik, which forms need. Other code can load after the first paint. `all` limits the total of all scripts, which a
 * user of all pages downloads. The largest total is 78 KiB, including a chart and MUI's file fields.
 */
const MODULE = { first: 30, all: 90 };

/**
 * Every user loads these scripts, so the limits are close to the current sizes. The largest parts are React, the router
 * and the kit; for signed-in users also the store. A commit that makes the shell larger also changes these figures, so that reviewers see it.
 */
const SHELL = { [EVERY_SCREEN]: 165, [SIGNED_IN_SCREENS]: 220, all: 264 };

/** The `budget` in a module's `module.json`, in KiB. */
export interface StatedBudget {
  first?: number | undefined;
  all?: number | undefined;
}

/** Returns a sentence for each stated limit that is larger than the platform's. */
export function budgetProblems(stated: StatedBudget): string[] {
  return (['first', 'all'] as const).flatMap((kind) => {
    const limit = stated[kind] ?? 0;
    if (limit <= MODULE[kind]) return [];
    return [
      `module.json states a budget "${kind}" of ${limit} KiB, and the platform allows ${MODULE[kind]} KiB`,
    ];
  });
}

/** Returns the limits of a release: the smaller of the platform's limit and the module's own. */
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
