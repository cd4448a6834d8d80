import type { Canary, Registry, RegistryModule } from '@dps/contract';
import { CommandError } from '../store/command-error.ts';
import { findModule, findRelease, withModule } from './find-module.ts';

type Optional = 'previews' | 'canary' | 'lastGood' | 'inactive';

function without(module: RegistryModule, ...keys: Optional[]): RegistryModule {
  const rest = { ...module };
  for (const key of keys) delete rest[key];
  return rest;
}

/** The users who get a canary. */
export type CanaryShare = Omit<Canary, 'version' | 'salt'>;

/** Returns the users who get a canary, for messages: `5 of 100 users and the accounts 7, 12`. */
export function shareText({ percent, accounts }: CanaryShare): string {
  const share = percent > 0 ? `${percent} of 100 users` : '';
  const named = accounts ? `the accounts ${accounts.join(', ')}` : '';
  return [share, named].filter(Boolean).join(' and ');
}

/** Whether users get a version without a canary. */
const isStable = ({ stable, inactive }: RegistryModule, version: string): boolean =>
  stable === version && !inactive;

/**
 * Starts or resizes a canary. A resized canary keeps its salt, so that a wider one keeps its users.
 *
 * @param share the users who get it: 1 to 100 percent, or named users
 * @param newSalt salt of a new canary
 * @throws CommandError if the release is not published or is already stable
 */
export function startCanary(
  registry: Registry,
  name: string,
  { version, share, newSalt }: { version: string; share: CanaryShare; newSalt: string },
): Registry {
  const module = findModule(registry, name);
  findRelease(module, version);
  if (isStable(module, version)) throw new CommandError(`${name} ${version} is already the stable release.`);
  const running = module.canary;
  const salt = running?.version === version ? running.salt : newSalt;
  return withModule(registry, { ...module, canary: { version, ...share, salt } });
}

/** Stops the canary. Its users get the stable release on their next page. Throws CommandError if there is no canary. */
export function stopCanary(registry: Registry, name: string): Registry {
  const module = findModule(registry, name);
  if (!module.canary) throw new CommandError(`${name} has no canary.`);
  return withModule(registry, without(module, 'canary'));
}

/**
 * Makes a release stable. The previous stable release becomes the last good one, unless it was retired.
 *
 * @param version defaults to the canary's version, and to the stable release of an inactive module
 * @throws CommandError if there is no release to promote, or it is already stable
 */
export function promote(registry: Registry, name: string, version?: string): Registry {
  const module = findModule(registry, name);
  const chosen = version ?? module.canary?.version ?? (module.inactive && module.stable);
  if (chosen === undefined)
    throw new CommandError(`${name} has no canary. Name the version to promote: promote ${name} <version>`);
  findRelease(module, chosen);
  if (isStable(module, chosen)) throw new CommandError(`${name} ${chosen} is already the stable release.`);
  if (!module.inactive)
    return withModule(registry, { ...without(module, 'canary'), stable: chosen, lastGood: module.stable });
  // The last good release stays, unless it is promoted.
  const obsolete = module.lastGood === chosen || module.stable !== chosen ? (['lastGood'] as const) : [];
  return withModule(registry, { ...without(module, 'canary', 'inactive', ...obsolete), stable: chosen });
}

/**
 * Rolls back to an earlier release. The rolled back release is not a fallback, and a canary ends.
 *
 * @param version defaults to the last good release
 * @throws CommandError if there is no such release
 */
export function rollback(registry: Registry, name: string, version?: string): Registry {
  const module = findModule(registry, name);
  const chosen = version ?? module.lastGood;
  if (module.inactive)
    throw new CommandError(`${name} is inactive. To activate a release: promote ${name} <version>`);
  if (chosen === undefined) {
    const others = Object.keys(module.releases).filter((each) => each !== module.stable);
    const named =
      others.length > 0 ? `Name a version: rollback ${name} --to <version>, or withdraw` : 'Withdraw';
    throw new CommandError(`${name} has no last good release. ${named} the module: retire ${name}`);
  }
  findRelease(module, chosen);
  if (module.stable === chosen) throw new CommandError(`${name} ${chosen} is already the stable release.`);
  return withModule(registry, { ...without(module, 'canary', 'lastGood'), stable: chosen });
}

/**
 * Withdraws a module: no user gets it, and hosts of its widgets show nothing. A canary and previews end. `promote` undoes it.
 *
 * @throws CommandError if it is inactive without a canary
 */
export function retire(registry: Registry, name: string): Registry {
  const module = findModule(registry, name);
  if (module.inactive && !module.canary) throw new CommandError(`${name} is already inactive.`);
  return withModule(registry, { ...without(module, 'canary', 'previews'), inactive: true });
}

/** Returns the versions that users get without an override: the stable one of an active module, and the canary. */
export function activeVersions(module: RegistryModule): string[] {
  const { stable, inactive, canary } = module;
  return [...new Set([...(inactive ? [] : [stable]), ...(canary ? [canary.version] : [])])];
}
