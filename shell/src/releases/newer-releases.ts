import { chooseReleases, cohortSeed, type Registry } from '@dps/shared-contracts';
import { isOverridden } from './page-releases.ts';

/** What a page runs by a registry, in words that can be compared. */
function versionsOf({ shell, modules }: Registry, left: ReadonlySet<string>): string {
  const counted = modules.filter(({ name }) => !left.has(name));
  const each = counted.map(({ name, stable }) => `${name} ${stable}`).toSorted();
  return [`shell ${shell.version}`, ...each].join('\n');
}

/**
 * Whether a page that is loaded now would run other releases than this one does.
 *
 * @param current the registry that the page was made from, as it is for this user
 * @param fetched the registry as it stands now
 * @param cookies `document.cookie`
 */
export function hasNewerReleases(current: Registry, fetched: Registry, cookies: string): boolean {
  if (fetched.revision <= current.revision) return false;
  // A newer release would not take the place of what somebody chose for this tab.
  const chosen = current.modules.filter(isOverridden);
  const left = new Set(chosen.map(({ name }) => name));
  const next = chooseReleases(fetched, { seed: cohortSeed(cookies) });
  return versionsOf(next, left) !== versionsOf(current, left);
}
