import { isDeepStrictEqual } from 'node:util';
import type { ModuleBuild, Registry, ShellBuild } from '@dps/shared-contracts';
import { addRelease } from './add-release.ts';
import { promote } from './choose-release.ts';
import { promoteShell } from './choose-shell.ts';
import { findModule, withModule } from './find-module.ts';

/**
 * Lists a module's build as the stable release, in place of the release of the same version. Only for the store of one
 * machine: what is built from a working tree keeps its version while it changes.
 *
 * @returns `registry` itself when nothing changes
 */
export function replaceRelease(registry: Registry, build: ModuleBuild): Registry {
  const { kind: _kind, name, title, ...release } = build;
  const { version } = release;
  const known = registry.modules.find((module) => module.name === name);
  const isListed = known?.title === title && isDeepStrictEqual(known.releases[version], release);
  if (isListed && known.stable === version) return registry;
  const { [version]: _replaced, ...others } = known?.releases ?? {};
  const without = known ? withModule(registry, { ...known, releases: others }) : registry;
  const after = addRelease(without, build);
  return findModule(after, name).stable === version ? after : promote(after, name, version);
}

/** The same for the shell. An undefined `registry` is that of an empty store, which begins with its shell. */
export function replaceShell(registry: Registry | undefined, build: ShellBuild): Registry {
  if (registry?.shell.version !== build.version) return promoteShell(registry, build);
  const { kind: _kind, ...shell } = build;
  return isDeepStrictEqual(registry.shell, shell) ? registry : { ...registry, shell };
}
