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
 * Starts or resizes a canary. A resized canary keeps its salt, so that a wider one keeps its users.
 *
 * @param percent 1 to 100
 * @param newSalt salt of a new canary
 * @throws Refusal if the release is not published or is already stable
 */
export function startCanary(
  registry: Registry,
  name: string,
  { version, percent, newSalt }: { version: string; percent: number; newSalt: string },
): Registry {
  const module = findModule(registry, name);
  findRelease(module, version);
  if (module.stable === version) throw new Refusal(`${name} ${version} is already the stable release.`);
  const salt = module.canary?.version === version ? module.canary.salt : newSalt;
  const canary: Canary = { version, percent, salt };
  return withModule(registry, { ...module, canary });
}

/** Stops the canary. Its users get the stable release on their next page. Throws Refusal if there is no canary. */
export function stopCanary(registry: Registry, name: string): Registry {
  const module = findModule(registry, name);
  if (!module.canary) throw new Refusal(`${name} has no canary.`);
  return withModule(registry, without(module, 'canary'));
}

/**
 * Makes a release stable. The previous stable release becomes the last good one.
 *
 * @param version defaults to the canary's version
 * @throws Refusal if there is no release to promote, or it is already stable
 */
export function promote(registry: Registry, name: string, version?: string): Registry {
  const module = findModule(registry, name);
  const chosen = version ?? module.canary?.version;
  if (chosen === undefined)
    throw new Refusal(`${name} has no canary. Name the version to promote: promote ${name} <version>`);
  findRelease(module, chosen);
  if (module.stable === chosen) throw new Refusal(`${name} ${chosen} is already the stable release.`);
  return withModule(registry, { ...without(module, 'canary'), stable: chosen, lastGood: module.stable });
}

/**
 * Rolls back to an earlier release. The rolled back release is not a fallback, and a canary ends.
 *
 * @param version defaults to the last good release
 * @throws Refusal if there is no such release
 */
export function rollback(registry: Registry, name: string, version?: string): Registry {
  const module = findModule(registry, name);
  const chosen = version ?? module.lastGood;
  if (chosen === undefined)
    throw new Refusal(`${name} has no last good release. Name a version: rollback ${name} --to <version>`);
  findRelease(module, chosen);
  if (module.stable === chosen) throw new Refusal(`${name} ${chosen} is already the stable release.`);
  return withModule(registry, { ...without(module, 'canary', 'lastGood'), stable: chosen });
}
