import { lt, rcompare } from 'semver';
import {
  canaryOf,
  shellCanaryOf,
  type CanaryHealth,
  type Registry,
  type RegistryModule,
  type ReleasedPart,
} from '@dps/contract';
import { SHELL } from '@dps/release-store/entries';
import { shareText } from '../registry/choose-release.ts';

/** Title of the shell for users. */
const SHELL_TITLE = 'Shell';

function shellPart(registry: Registry): ReleasedPart {
  const { shell, previousShell } = registry;
  const canary = shellCanaryOf(registry);
  return {
    name: SHELL,
    title: SHELL_TITLE,
    stable: shell.version,
    inactive: false,
    earlier: [...(canary ? [shell.version] : []), ...(previousShell ? [previousShell.version] : [])],
    ...(canary && { canary: { version: canary.shell.version, users: shareText(canary) } }),
  };
}

function modulePart(module: RegistryModule): ReleasedPart {
  const { name, title, owner, stable, inactive = false, lastGood, releases } = module;
  const canary = canaryOf(module);
  // A rollback to the stable release ends the canary.
  const before = [canary && stable, lastGood].filter((version) => version !== undefined);
  const older = Object.keys(releases).filter((version) => lt(version, stable) && !before.includes(version));
  return {
    name,
    title,
    ...(owner !== undefined && { owner }),
    stable,
    inactive,
    earlier: inactive ? [] : [...before, ...older.toSorted(rcompare)],
    ...(canary && { canary: { version: canary.version, users: shareText(canary) } }),
  };
}

/** Returns the shell and the modules of a registry, with the versions to which each can be rolled back. */
export function partsOf(
  registry: Registry,
  healthOf: (name: string) => CanaryHealth | undefined,
): ReleasedPart[] {
  const parts = [shellPart(registry), ...registry.modules.map(modulePart)];
  for (const part of parts) {
    const health = healthOf(part.name);
    if (health) part.health = health;
  }
  return parts;
}
