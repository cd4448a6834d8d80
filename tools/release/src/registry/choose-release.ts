import type { Canary, ModuleRelease, RegistryModule } from '@dps/contract';
import { CommandError } from '../store/command-error.ts';
import { SHELL } from '../store/entries.ts';
import { findRelease, type AnyRelease, type Part } from './parts.ts';

type Optional = 'previews' | 'canary' | 'lastGood' | 'inactive';

function without(part: Part, ...keys: Optional[]): Part {
  const rest = { ...part };
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

/** Throws CommandError if a version is not published, or users get it without a canary. */
function refuseChoice(part: Part, version: string): void {
  const { name, stable, inactive } = part;
  findRelease<AnyRelease>(part, version);
  if (stable === version && !inactive)
    throw new CommandError(`${name} ${version} is already the stable release.`);
}

/**
 * Starts or resizes a canary. A resized canary keeps its salt, so that a wider one keeps its users.
 *
 * @param version defaults to that of the current canary
 * @param share the users who get it: 1 to 100 percent, or named users
 * @param newSalt salt of a new canary
 * @throws CommandError if the release is not published or is already stable, or no version is known
 */
export function startCanary(
  part: Part,
  { version, share, newSalt }: { version: string | undefined; share: CanaryShare; newSalt: string },
): Part {
  const { name, canary: running } = part;
  const chosen = version ?? running?.version;
  if (chosen === undefined)
    throw new CommandError(`Name the version: canary ${name} <version> --percent ${share.percent}`);
  refuseChoice(part, chosen);
  const salt = running?.version === chosen ? running.salt : newSalt;
  return { ...part, canary: { version: chosen, ...share, salt } };
}

/** Stops the canary. Its users get the stable release on their next page. Throws CommandError if there is no canary. */
export function stopCanary(part: Part): Part {
  if (!part.canary) throw new CommandError(`${part.name} has no canary.`);
  return without(part, 'canary');
}

/**
 * Makes a release stable. The previous stable release becomes the last good one, unless it was retired.
 *
 * @param version defaults to the canary's version, and to the stable release of an inactive module
 * @throws CommandError if there is no release to promote, or it is already stable
 */
export function promote(part: Part, version?: string): Part {
  const { name, stable, inactive, canary, lastGood } = part;
  const chosen = version ?? canary?.version ?? (inactive && stable);
  if (chosen === undefined)
    throw new CommandError(`${name} has no canary. Name the version to promote: promote ${name} <version>`);
  refuseChoice(part, chosen);
  if (!inactive) return { ...without(part, 'canary'), stable: chosen, lastGood: stable };
  // The last good release stays, unless it is promoted.
  const obsolete = lastGood === chosen || stable !== chosen ? (['lastGood'] as const) : [];
  return { ...without(part, 'canary', 'inactive', ...obsolete), stable: chosen };
}

/**
 * Rolls back to an earlier release. The rolled back release is not a fallback, and a canary ends.
 *
 * @param version defaults to the last good release
 * @throws CommandError if there is no such release
 */
export function rollback(part: Part, version?: string): Part {
  const { name, inactive, lastGood } = part;
  const chosen = version ?? lastGood;
  if (inactive)
    throw new CommandError(`${name} is inactive. To activate a release: promote ${name} <version>`);
  if (chosen === undefined) {
    const withdraw = name === SHELL ? '' : `, or withdraw the module: retire ${name}`;
    throw new CommandError(
      `${name} has no last good release. Name a version: rollback ${name} --to <version>${withdraw}`,
    );
  }
  refuseChoice(part, chosen);
  return { ...without(part, 'canary', 'lastGood'), stable: chosen };
}

/**
 * Withdraws a module: no user gets it, and hosts of its widgets show nothing. A canary and previews end. `promote` undoes it.
 *
 * @throws CommandError if it is inactive without a canary, or the shell
 */
export function retire(part: Part): Part {
  if (part.name === SHELL)
    throw new CommandError(
      'The shell cannot be retired, because no page works without it. Roll it back: rollback shell',
    );
  if (part.inactive && !part.canary) throw new CommandError(`${part.name} is already inactive.`);
  return { ...without(part, 'canary', 'previews'), inactive: true };
}

/** Returns some releases of a module, each once. Skips versions that the registry does not list. */
export const releasesOf = ({ releases }: RegistryModule, versions: readonly string[]): ModuleRelease[] =>
  [...new Set(versions)].flatMap((version) => releases[version] ?? []);

/** Returns the versions that users get without an override: the stable one of an active module, and the canary. */
export function activeVersions(module: Part): string[] {
  const { stable, inactive, canary } = module;
  return [...new Set([...(inactive ? [] : [stable]), ...(canary ? [canary.version] : [])])];
}
