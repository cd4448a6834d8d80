import { chooseReleases, cohortSeed, type Registry } from '@dps/contract';
import { browserCookies } from '../document/page.ts';

/** Throws if a registry is older than `last`, the last revision that this browser has received. */
export function refuseOlder(registry: Registry, last: number): void {
  if (registry.revision < last)
    throw new Error(`it is older than the last one, ${registry.revision} < ${last}`);
}

/** Returns the registry for this browser and the running shell, which may be the canary or the previous one. */
export function chooseForThisPage(registry: Registry): Registry {
  const { shell, previousShell, shellCanary } = registry;
  const others = [shellCanary?.shell, previousShell];
  const running = others.find((each) => each?.version === __MODULE_VERSION__) ?? shell;
  return chooseReleases({ ...registry, shell: running }, { seed: cohortSeed(browserCookies()) });
}
