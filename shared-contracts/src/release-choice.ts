import { cohortOf } from './canary.ts';
import { compareVersions, fitsContract } from './contract-range.ts';
import type { ChoiceReason, Registry, RegistryModule } from './registry.ts';

/** For whom a release is chosen. */
export interface Circumstances {
  /** The version of the contract that the page's shell provides; everything fits a shell that does not say. */
  contract?: string | undefined;
  /** What the browser's cohorts are made from; without one it has no canary. */
  seed?: string | undefined;
  /** The version that somebody chose for this tab. */
  override?: string | undefined;
}

export interface ReleaseChoice {
  version: string;
  reason: ChoiceReason;
}

/**
 * Chooses the release of a module that a page runs: the one that somebody chose for this tab; the canary, for who is to
 * have it; the stable one; where the shell does not have the contract that it needs (because the shell went back), the
 * last good one or the newest before it that fits. Newer ones than the stable are never chosen by themselves:
 * publishing gives a release to nobody. Where none fits, the stable one may try.
 */
export function chooseRelease(
  { name, stable, canary, lastGood, releases }: RegistryModule,
  { contract, seed, override }: Circumstances,
): ReleaseChoice {
  const fits = (version: string): boolean => {
    const release = releases[version];
    return release !== undefined && (contract === undefined || fitsContract(contract, release.contract));
  };
  if (override !== undefined && Object.hasOwn(releases, override))
    return { version: override, reason: 'override' };
  const isChosen = canary && seed !== undefined && cohortOf(seed, name, canary.salt) < canary.percent;
  if (isChosen && fits(canary.version)) return { version: canary.version, reason: 'canary' };
  if (fits(stable)) return { version: stable, reason: 'stable' };
  const older = Object.keys(releases)
    .filter((version) => !version.includes('-') && compareVersions(version, stable) < 0)
    .toSorted((one, other) => compareVersions(other, one));
  const fitting = [...(lastGood === undefined ? [] : [lastGood]), ...older].find(fits);
  return fitting === undefined ? { version: stable, reason: 'stable' } : { version: fitting, reason: 'fits' };
}

/** What a page falls back on. Who tries a release out on purpose is to see it fail. */
function nextOf(
  module: RegistryModule,
  reason: ChoiceReason,
  contract: string | undefined,
): string | undefined {
  if (reason === 'override') return undefined;
  return reason === 'canary' ? chooseRelease(module, { contract }).version : module.lastGood;
}

function forPage(module: RegistryModule, circumstances: Circumstances): RegistryModule {
  const { lastGood: _lastGood, ...rest } = module;
  const { version, reason } = chooseRelease(module, circumstances);
  const next = nextOf(module, reason, circumstances.contract);
  return {
    ...rest,
    stable: version,
    ...(next !== undefined && { lastGood: next }),
    choice: { reason, promoted: module.stable },
  };
}

/**
 * The registry as it is for one page of its shell: each module has the release that was chosen as its stable one, what to
 * fall back on as its last good one, and why.
 *
 * @param overrides versions that somebody chose for this tab, by module
 */
export function chooseReleases(
  registry: Registry,
  { seed, overrides }: { seed?: string | undefined; overrides?: ReadonlyMap<string, string> },
): Registry {
  const { contract } = registry.shell;
  const modules = registry.modules.map((module) =>
    forPage(module, { contract, seed, override: overrides?.get(module.name) }),
  );
  return { ...registry, modules };
}
