import type { Registry, ShellBuild } from '@dps/shared-contracts';
import { Refusal } from '@dps/release-store/refusal';

/**
 * Makes a release of the shell active. The previous shell becomes the fallback of pages.
 *
 * @param registry undefined in an empty store
 * @throws Refusal if that release is already active
 */
export function promoteShell(registry: Registry | undefined, build: ShellBuild): Registry {
  const { kind: _kind, ...shell } = build;
  if (!registry) return { revision: 0, shell, modules: [] };
  if (registry.shell.version === shell.version)
    throw new Refusal(`The shell ${shell.version} is already the stable release.`);
  return { ...registry, shell, previousShell: registry.shell };
}

/** Restores the previous shell. Throws Refusal if there is none. */
export function rollbackShell(registry: Registry): Registry {
  const { previousShell, ...rest } = registry;
  if (!previousShell)
    throw new Refusal('The registry has no earlier shell. Name a version: rollback shell --to <version>');
  return { ...rest, shell: previousShell };
}
