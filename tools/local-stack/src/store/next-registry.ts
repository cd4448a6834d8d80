import type {
  ModuleBuild,
  ModuleRelease,
  Registry,
  RegistryModule,
  ShellRelease,
} from '@dps/shared-contracts';

function releaseOf({ name: _name, title: _title, ...release }: ModuleBuild): ModuleRelease {
  return release;
}

function withBuild(before: RegistryModule | undefined, build: ModuleBuild): RegistryModule {
  const previous = before && before.stable !== build.version ? before.stable : before?.lastGood;
  const kept = previous === undefined ? undefined : before?.releases[previous];
  const canary = before?.canary?.version === build.version ? undefined : before?.canary;
  return {
    name: build.name,
    title: build.title,
    stable: build.version,
    ...(canary ? { canary } : {}),
    ...(kept ? { lastGood: kept.version } : {}),
    releases: { ...before?.releases, [build.version]: releaseOf(build) },
  };
}

/** What a registry says, whatever its revision and whoever vouches for it. */
function contentOf({ shell, previousShell, modules }: Registry): string {
  return JSON.stringify({ shell, previousShell, modules });
}

/**
 * Decides what the registry says once these builds are in the store. Modules that were not built here (another team's
 * release) stay; the version that was stable before becomes the last good one.
 *
 * @param before the registry so far, if there is one that can be used
 * @param revision the last revision that is known of
 * @returns `before` itself when nothing changes
 */
export function nextRegistry(
  before: Registry | undefined,
  revision: number,
  shell: ShellRelease,
  builds: ModuleBuild[],
): Registry {
  const built = new Map(builds.map((build) => [build.name, build]));
  const names = new Set([...(before?.modules ?? []).map(({ name }) => name), ...built.keys()]);
  const modules = [...names].toSorted().flatMap((name) => {
    const known = before?.modules.find((module) => module.name === name);
    const build = built.get(name);
    if (build) return [withBuild(known, build)];
    return known ? [known] : [];
  });
  const earlier = before && before.shell.version !== shell.version ? before.shell : before?.previousShell;
  const next = { revision: revision + 1, shell, ...(earlier ? { previousShell: earlier } : {}), modules };
  return before && contentOf(before) === contentOf(next) ? before : next;
}
