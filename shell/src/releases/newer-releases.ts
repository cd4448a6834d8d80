import { chooseReleases, cohortSeed, type Registry } from '@dps/shared-contracts';

/** What a page runs by a registry, in words that can be compared. */
function versionsOf({ shell, modules }: Registry): string {
  const each = modules.map(({ name, stable }) => `${name} ${stable}`).toSorted();
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
  return versionsOf(chooseReleases(fetched, { seed: cohortSeed(cookies) })) !== versionsOf(current);
}
