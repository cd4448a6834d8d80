import { chooseReleases, cohortSeed, isSigned, type Registry } from '@dps/contract';
import { readDeployment } from '@dps/contract/guest';

/**
 * Verifies a registry of the store, which is less trusted than the document.
 *
 * @param last the last revision that this browser has received
 * @throws if the registry is not signed by the deployment's keys or is older than `last`
 */
export async function refuseUntrusted(registry: Registry, last: number): Promise<void> {
  const { releaseKeys } = readDeployment();
  if (releaseKeys && !(await isSigned(registry, releaseKeys))) throw new Error('its signature is not valid');
  if (registry.revision < last)
    throw new Error(`it is older than the last one, ${registry.revision} < ${last}`);
}

/** Returns the registry for this browser and the running shell, which may be the canary or the previous one. */
export function chooseForThisPage(registry: Registry): Registry {
  const { shell, previousShell, shellCanary } = registry;
  const running =
    [shellCanary?.shell, previousShell].find((each) => each?.version === __MODULE_VERSION__) ?? shell;
  return chooseReleases({ ...registry, shell: running }, { seed: cohortSeed(document.cookie) });
}
