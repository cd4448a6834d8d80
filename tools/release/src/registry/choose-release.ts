import type { Canary, Registry, RegistryModule } from '@dps/shared-contracts';
import { Refusal } from '@dps/release-store/refusal';
import { findModule, findRelease, withModule } from './find-module.ts';

function without(module: RegistryModule, ...keys: ('canary' | 'lastGood')[]): RegistryModule {
  const { canary, lastGood, ...rest } = module;
  return {
    ...rest,
    ...(canary && !keys.includes('canary') && { canary }),
    ...(lastGood !== undefined && !keys.includes('lastGood') && { lastGood }),
  };
}

/**
 * Gives a release to a share of the users. A canary that is only widened keeps its salt, so that who has it keeps it.
 *
 * @param percent 1 to 100
 * @param newSalt what tells this canary from others, unless it only widens or narrows
 * @throws Refusal where the release is not published, or stable already
 */
export function startCanary(
  registry: Registry,
  name: string,
  { version, percent, newSalt }: { version: string; percent: number; newSalt: string },
): Registry {
  const module = findModule(registry, name);
  findRelease(module, version);
  if (module.stable === version) throw new Refusal(`${name} ${version} is stable already: everybody has it.`);
  const salt = module.canary?.version === version ? module.canary.salt : newSalt;
  const canary: Canary = { version, percent, salt };
  return withModule(registry, { ...module, canary });
}

/** Takes the canary back; its users get the stable release with their next page. Throws Refusal where there is none. */
export function stopCanary(registry: Registry, name: string): Registry {
  const module = findModule(registry, name);
  if (!module.canary) throw new Refusal(`${name} has no canary.`);
  return withModule(registry, without(module, 'canary'));
}

/**
 * Gives a release to everybody; the one that was stable becomes the last good one.
 *
 * @param version the canary's unless given
 * @throws Refusal where there is nothing to promote, or it is stable already
 */
export function promote(registry: Registry, name: string, version?: string): Registry {
  const module = findModule(registry, name);
  const chosen = version ?? module.canary?.version;
  if (chosen === undefined)
    throw new Refusal(`${name} has no canary. Name the version to promote: promote ${name} <version>`);
  findRelease(module, chosen);
  if (module.stable === chosen) throw new Refusal(`${name} ${chosen} is stable already.`);
  return withModule(registry, { ...without(module, 'canary'), stable: chosen, lastGood: module.stable });
}

/**
 * Goes back to a release that worked. The one that everybody had is nothing to fall back on any more, and a canary ends
 * with it.
 *
 * @param version the last good one unless given
 * @throws Refusal where there is none to go back to
 */
export function rollback(registry: Registry, name: string, version?: string): Registry {
  const module = findModule(registry, name);
  const chosen = version ?? module.lastGood;
  if (chosen === undefined)
    throw new Refusal(`${name} has no last good release. Name a version: rollback ${name} --to <version>`);
  findRelease(module, chosen);
  if (module.stable === chosen) throw new Refusal(`${name} ${chosen} is what everybody has.`);
  return withModule(registry, { ...without(module, 'canary', 'lastGood'), stable: chosen });
}
