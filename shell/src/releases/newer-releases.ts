import { chooseReleases, chooseShell, cohortSeed, type Registry } from '@dps/contract';
import { isOnTrial } from './page-releases.ts';

/** Returns the versions of a registry as a comparable text. */
function versionsOf({ shell, modules }: Registry, omitted: ReadonlySet<string>): string {
  const counted = modules.filter(({ name }) => !omitted.has(name));
  const each = counted
    .map(({ name, stable, choice }) => `${name} ${choice?.reason === 'inactive' ? '' : stable}`)
    .toSorted();
  return [`shell ${shell.version}`, ...each].join('\n');
}

/**
 * Whether a page load would now run other releases than this page.
 *
 * @param current the registry of this page, for this user
 * @param fetched the current registry
 * @param cookies the own cookies of the browser
 */
export function hasNewerReleases(current: Registry, fetched: Registry, cookies: string): boolean {
  if (fetched.revision <= current.revision) return false;
  // A newer release does not replace one that the user chose.
  const chosen = current.modules.filter(isOnTrial);
  const omitted = new Set(chosen.map(({ name }) => name));
  const seed = cohortSeed(cookies);
  const next = chooseReleases(chooseShell(fetched, cookies, seed), { seed });
  return versionsOf(next, omitted) !== versionsOf(current, omitted);
}
