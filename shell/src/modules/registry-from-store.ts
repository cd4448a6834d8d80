import { chooseReleases, cohortSeed, isSigned, type Registry } from '@dps/shared-contracts';
import { readDeployment } from '@dps/shared-contracts/client';

/**
 * The store is trusted less than the document: what comes from there is signed, and no older than what was seen.
 *
 * @param last the revision that this browser has seen last
 * @throws where it is not
 */
export async function refuseUntrusted(registry: Registry, last: number): Promise<void> {
  const { releaseKeys } = readDeployment();
  if (releaseKeys && !(await isSigned(registry, releaseKeys))) throw new Error('nobody vouches for it');
  if (registry.revision < last)
    throw new Error(`it is older than the last one, ${registry.revision} < ${last}`);
}

/** The registry as it is for this browser and the shell that runs, which may be the one before. */
export function forThisPage(registry: Registry): Registry {
  const { shell, previousShell } = registry;
  const running = previousShell?.version === __MODULE_VERSION__ ? previousShell : shell;
  return chooseReleases({ ...registry, shell: running }, { seed: cohortSeed(document.cookie) });
}
