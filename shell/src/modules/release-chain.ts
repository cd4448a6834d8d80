import type { ModuleRelease, RegistryModule } from '@dps/shared-contracts';

/** What this document has learned about releases. */
export interface ReleaseHistory {
  /** Versions that run already, by module. */
  running: ReadonlyMap<string, string>;
  /** Containers that failed. */
  broken: ReadonlySet<string>;
}

/**
 * The releases of a module to try, in order: the one that runs already, because a document never mixes two by itself,
 * then the stable one, then the last that was known to be good. Those that failed are left out.
 * Nothing stands in for what somebody chose and cannot be asked for.
 */
export function releaseChain(module: RegistryModule, { running, broken }: ReleaseHistory): ModuleRelease[] {
  if (module.choice?.problem !== undefined) return [];
  const versions = new Set([running.get(module.name), module.stable, module.lastGood]);
  return [...versions].flatMap((version) => {
    const release = version === undefined ? undefined : module.releases[version];
    return release && !broken.has(release.container) ? [release] : [];
  });
}
