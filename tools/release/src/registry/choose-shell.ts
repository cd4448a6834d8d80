import type { Registry, ShellBuild, ShellRelease } from '@dps/contract';
import { CommandError } from '../store/command-error.ts';
import type { CanaryShare } from './choose-release.ts';

function releaseOf({ kind: _kind, ...release }: ShellBuild): ShellRelease {
  return release;
}

/**
 * Makes a release of the shell active. The previous shell becomes the fallback of pages, and a canary ends.
 *
 * @param registry undefined in an empty store
 * @throws CommandError if that release is already active
 */
export function promoteShell(registry: Registry | undefined, build: ShellBuild): Registry {
  const shell = releaseOf(build);
  if (!registry) return { revision: 0, shell, modules: [] };
  if (registry.shell.version === shell.version)
    throw new CommandError(`The shell ${shell.version} is already the stable release.`);
  const { shellCanary: _shellCanary, ...rest } = registry;
  return { ...rest, shell, previousShell: registry.shell };
}

/** Restores the previous shell. A canary ends. Throws CommandError if there is none. */
export function rollbackShell(registry: Registry): Registry {
  const { previousShell, shellCanary: _shellCanary, ...rest } = registry;
  if (!previousShell)
    throw new CommandError(
      'The registry has no earlier shell. Name a version: rollback shell --to <version>',
    );
  return { ...rest, shell: previousShell };
}

/**
 * Starts or resizes a canary of the shell. A resized canary keeps its salt, so that a wider one keeps its users.
 *
 * @param build undefined for the release of the current canary
 * @param canary the users who get it, 1 to 100 percent or named users, and the salt of a new canary
 * @throws CommandError if no release is given, or it is already stable
 */
export function startShellCanary(
  registry: Registry,
  build: ShellBuild | undefined,
  { share, newSalt }: { share: CanaryShare; newSalt: string },
): Registry {
  const running = registry.shellCanary;
  const shell = build ? releaseOf(build) : running?.shell;
  if (!shell) throw new CommandError(`Name the version: canary shell <version> --percent ${share.percent}`);
  if (registry.shell.version === shell.version)
    throw new CommandError(`The shell ${shell.version} is already the stable release.`);
  const salt = running?.shell.version === shell.version ? running.salt : newSalt;
  return { ...registry, shellCanary: { ...share, salt, shell } };
}

/** Stops the canary of the shell. Throws CommandError if there is none. */
export function stopShellCanary({ shellCanary, ...rest }: Registry): Registry {
  if (!shellCanary) throw new CommandError('The shell has no canary.');
  return rest;
}
