import { cohortOf } from './canary.ts';
import { compareVersions, fitsContract } from './contract-range.ts';
import { cookieValue, FAILED_SHELL_COOKIE } from './cookies.ts';
import type { ChoiceReason, Registry, RegistryModule } from './registry.ts';

/** Facts about the page that choose a release. */
export interface Circumstances {
  /** Contract version of the shell; undefined: every release fits. */
  contract?: string | undefined;
  /** Seed of the cohorts of the browser; without one, no canary. */
  seed?: string | undefined;
  /** Version that the user selected for this tab. */
  override?: string | undefined;
}

export interface ReleaseChoice {
  version: string;
  reason: ChoiceReason;
}

/**
 * Chooses the release of a module for a page, in this order:
 * - the version that the user selected for this tab;
 * - the canary, for its cohort;
 * - the stable release;
 * - if the shell lacks its contract, the last good release or the newest older one that fits.
 *
 * A release newer than the stable one is never chosen automatically. If none fits, the result is the stable one.
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

/** Fallback release. An override has none, so that its failure is visible. */
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
 * Returns the registry for one page: each module has the chosen release as `stable`, its fallback as `lastGood`, and the reason.
 *
 * @param overrides versions that the user selected for this tab, by module
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

/**
 * Returns the registry for a browser, with the previous shell if the current one failed there. A newer shell is tried again.
 *
 * @param cookies a `Cookie` header
 */
export function withWorkingShell(registry: Registry, cookies: string): Registry {
  const { previousShell, ...rest } = registry;
  if (!previousShell || cookieValue(cookies, FAILED_SHELL_COOKIE) !== registry.shell.version) return registry;
  return { ...rest, shell: previousShell };
}
