import type { ModuleRelease, ShellRelease } from '@dps/contract';

/**
 * Limits in KiB of the scripts that a screen loads before its content is usable, compressed with brotli. The key is the path of the
 * route, or for the shell the kind of screen. Scripts that load later have no limit.
 */
export type SizeBudget = Record<string, number>;

/** Kinds of screens of the shell. */
export const EVERY_SCREEN = 'every screen';
export const SIGNED_IN_SCREENS = 'screens of signed-in users';

/** The first load of a module's page, in addition to that of the shell. The largest page has 28 KiB, mostly Formik. */
const MODULE_FIRST = 30;

/**
 * Every user loads these scripts, so the limits are close to the current sizes. The largest parts are React, the router
 * and the kit; for signed-in users also the store. A commit that makes the shell larger also changes these figures, so that reviewers see it.
 */
const SHELL: SizeBudget = { [EVERY_SCREEN]: 170, [SIGNED_IN_SCREENS]: 228 };

/** The `budget` in a module's `module.json`, in KiB. */
export interface StatedBudget {
  first?: number | undefined;
}

/** Returns a sentence if the stated limit is larger than the platform's. */
export function budgetProblems({ first = 0 }: StatedBudget): string[] {
  if (first <= MODULE_FIRST) return [];
  return [`module.json states a budget "first" of ${first} KiB, and the platform allows ${MODULE_FIRST} KiB`];
}

/** Returns the limits of a release: the smaller of the platform's limit and the module's own. */
export function budgetOf(release: ModuleRelease | ShellRelease, stated: StatedBudget = {}): SizeBudget {
  if ('main' in release) return SHELL;
  const first = Math.min(stated.first ?? Infinity, MODULE_FIRST);
  return Object.fromEntries(release.routes.map(({ path }) => [path, first]));
}
