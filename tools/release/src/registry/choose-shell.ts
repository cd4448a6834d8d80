import type { Registry, ShellBuild } from '@dps/shared-contracts';
import { Refusal } from '@dps/release-store/refusal';

/**
 * Gives everybody another release of the shell; the one before stays as what pages fall back on.
 *
 * @param registry undefined in an empty store, which begins with its shell
 * @throws Refusal where that release is the shell already
 */
export function promoteShell(registry: Registry | undefined, build: ShellBuild): Registry {
  const { kind: _kind, ...shell } = build;
  if (!registry) return { revision: 0, shell, modules: [] };
  if (registry.shell.version === shell.version)
    throw new Refusal(`The shell ${shell.version} is what everybody has.`);
  return { ...registry, shell, previousShell: registry.shell };
}

/** Goes back to the shell before this one. Throws Refusal where none is known. */
export function rollbackShell(registry: Registry): Registry {
  const { previousShell, ...rest } = registry;
  if (!previousShell)
    throw new Refusal(
      'The registry knows of no earlier shell. Name a version: rollback shell --to <version>',
    );
  return { ...rest, shell: previousShell };
}
