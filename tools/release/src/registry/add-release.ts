import { rcompare } from 'semver';
import type { ModuleBuild, Registry, RegistryModule, ShellBuild } from '@dps/contract';
import { CommandError } from '../store/command-error.ts';
import { promote } from './choose-release.ts';
import { moduleReleaseOf, shellReleaseOf } from '../checks/build-folder.ts';
import { findModule, shellPart, withPart, withRelease } from './parts.ts';

/** Number of inactive releases of a module in the registry. The store keeps all releases. */
const LISTED = 5;

function listed({ releases, ...module }: RegistryModule): RegistryModule {
  const { stable, lastGood } = module;
  const running = new Set([stable, lastGood, module.canary?.version]);
  for (const { version } of module.previews ?? []) running.add(version);
  const others = Object.keys(releases)
    .filter((version) => !running.has(version))
    .toSorted(rcompare);
  const kept = new Set([...running, ...others.slice(0, LISTED)]);
  return {
    ...module,
    releases: Object.fromEntries(Object.entries(releases).filter(([version]) => kept.has(version))),
  };
}

/**
 * Lists a published release of a module. It is inactive, except for the first release of a new module, which becomes
 * stable at once.
 *
 * @param isInactive whether the first release stays inactive, too
 * @throws CommandError if that version is already listed
 */
export function addRelease(registry: Registry, build: ModuleBuild, isInactive = false): Registry {
  const { name, title, owner, version } = build;
  const known = registry.modules.find((module) => module.name === name);
  if (known?.releases[version])
    throw new CommandError(
      `${name} ${version} is already published. A release never changes: raise its version.`,
    );
  const releases = { ...known?.releases, [version]: moduleReleaseOf(build) };
  const first: Omit<RegistryModule, 'title' | 'releases'> = {
    name,
    stable: version,
    ...(isInactive && { inactive: true as const }),
  };
  const { owner: _former, ...rest } = known ?? first;
  return withPart(registry, listed({ ...rest, title, ...(owner !== undefined && { owner }), releases }));
}

/**
 * Lists a module's build as the stable release. It replaces a release of the same version. Only for a store of one
 * machine, because builds of a working tree change without a new version.
 */
export function replaceRelease(registry: Registry, build: ModuleBuild): Registry {
  const { name, version } = build;
  const known = registry.modules.find((module) => module.name === name);
  const { [version]: _replaced, ...others } = known?.releases ?? {};
  const without = known ? withPart(registry, { ...known, releases: others }) : registry;
  const after = addRelease(without, build);
  const module = findModule(after, name);
  return module.stable === version ? after : withPart(after, promote(module, version));
}

/** Lists the shell's build as the active release. `registry` is undefined in an empty store. */
export function replaceShell(registry: Registry | undefined, build: ShellBuild): Registry {
  const shell = shellReleaseOf(build);
  if (!registry) return { revision: 0, shell, modules: [] };
  if (registry.shell.version === shell.version) return { ...registry, shell };
  return withPart(registry, promote(withRelease(shellPart(registry), shell), shell.version));
}
