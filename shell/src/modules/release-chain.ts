import type { ModuleRelease, RegistryModule } from '@dps/contract';

/** The releases that this document runs, and those that failed. */
export interface ReleaseHistory {
  /** Versions that run, by module. */
  running: ReadonlyMap<string, string>;
  /** Containers that failed. */
  broken: ReadonlySet<string>;
}

/**
 * Returns the releases of a module to try, in order: the running one, because a document does not mix releases, then the stable
 * one, then the last good one. Failed releases are omitted. An override that cannot be requested has no fallback.
 */
export function releaseChain(module: RegistryModule, { running, broken }: ReleaseHistory): ModuleRelease[] {
  if (module.choice?.problem !== undefined) return [];
  const versions = new Set([running.get(module.name), module.stable, module.lastGood]);
  return [...versions].flatMap((version) => {
    const release = version === undefined ? undefined : module.releases[version];
    return release && !broken.has(release.container) ? [release] : [];
  });
}
