import { isDeepStrictEqual } from 'node:util';
import type { ModuleBuild, Registry, ShellBuild } from '@dps/contract';
import { addRelease } from './add-release.ts';
import { promote } from './choose-release.ts';
import { promoteShell } from './choose-shell.ts';
import { findModule, withModule } from './find-module.ts';

/** Returns whether the registry lists a module's build with the same content. */
export function listsBuild(registry: Registry, build: ModuleBuild): boolean {
  const { kind: _kind, name, title, owner, ...release } = build;
  const known = registry.modules.find((module) => module.name === name);
  return (
    known?.title === title &&
    known.owner === owner &&
    isDeepStrictEqual(known.releases[release.version], release)
  );
}

/**
 * Lists a module's build as the stable release. It replaces a release of the same version. Only for a store of one
 * machine, because builds of a working tree change without a new version.
 *
 * @returns `registry` itself when nothing changes
 */
export function replaceRelease(registry: Registry, build: ModuleBuild): Registry {
  const { name, version } = build;
  const known = registry.modules.find((module) => module.name === name);
  if (known?.stable === version && listsBuild(registry, build)) return registry;
  const { [version]: _replaced, ...others } = known?.releases ?? {};
  const without = known ? withModule(registry, { ...known, releases: others }) : registry;
  const after = addRelease(without, build);
  return findModule(after, name).stable === version ? after : promote(after, name, version);
}

/** Lists the shell's build as the active release. `registry` is undefined in an empty store. */
export function replaceShell(registry: Registry | undefined, build: ShellBuild): Registry {
  if (registry?.shell.version !== build.version) return promoteShell(registry, build);
  const { kind: _kind, ...shell } = build;
  return isDeepStrictEqual(registry.shell, shell) ? registry : { ...registry, shell };
}
