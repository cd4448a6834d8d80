import { isInCanary } from './canary.ts';
import { compareVersions, fitsContract } from './contract-range.ts';
import { cookieValue, FAILED_SHELL_COOKIE } from './cookies.ts';
import type { ChoiceReason, ModuleRelease, Registry, RegistryModule } from './registry.ts';

/** Details about the page that choose a release. */
export interface Circumstances {
  /** Seed of the cohorts of the browser; without one, it does not get a canary. */
  seed?: string | undefined;
  /** Contract version of the shell; undefined: every release fits. */
  contract?: string | undefined;
  /** Version that the user selected for this tab. */
  override?: string | undefined;
  /** Version of the preview that the user may see. */
  preview?: string | undefined;
}

export interface ReleaseChoice {
  version: string;
  reason: ChoiceReason;
}

/**
 * Chooses the release of a module for a page, in this order:
 * - the version that the user selected for this tab;
 * - the preview that the user follows as a tester;
 * - the canary, for its cohort or its named users;
 * - of an inactive module, no other release;
 * - the stable release;
 * - if the shell lacks its contract, the last good release or the newest older one that fits.
 *
 * A release newer than the stable one is never chosen automatically. If none fits, the result is the stable one.
 */
export function chooseRelease(
  module: RegistryModule,
  { seed, contract, override, preview }: Circumstances,
): ReleaseChoice {
  const { name, stable, inactive, canary, lastGood, releases } = module;
  const fits = (version: string): boolean => {
    const release = releases[version];
    return release !== undefined && (contract === undefined || fitsContract(contract, release.contract));
  };
  if (override !== undefined && Object.hasOwn(releases, override))
    return { version: override, reason: 'override' };
  if (preview !== undefined && Object.hasOwn(releases, preview))
    return { version: preview, reason: 'preview' };
  if (canary && isInCanary(name, canary, seed) && fits(canary.version))
    return { version: canary.version, reason: 'canary' };
  if (inactive) return { version: stable, reason: 'inactive' };
  if (fits(stable)) return { version: stable, reason: 'stable' };
  const older = Object.keys(releases)
    .filter((version) => !version.includes('-') && compareVersions(version, stable) < 0)
    .toSorted((one, other) => compareVersions(other, one));
  const fitting = [...(lastGood === undefined ? [] : [lastGood]), ...older].find(fits);
  return fitting === undefined ? { version: stable, reason: 'stable' } : { version: fitting, reason: 'fits' };
}

/** Fallback release. An override and a preview have none, so that their failures are visible. */
function nextOf(
  module: RegistryModule,
  reason: ChoiceReason,
  contract: string | undefined,
): string | undefined {
  if (reason === 'override' || reason === 'preview' || module.inactive) return undefined;
  return reason === 'canary' ? chooseRelease(module, { contract }).version : module.lastGood;
}

/** The release of an inactive module, with nothing to show. */
function withoutParts(release: ModuleRelease): ModuleRelease {
  return { ...release, routes: [], navigation: [], widgets: [] };
}

function forPage(module: RegistryModule, circumstances: Circumstances): RegistryModule {
  const { lastGood: _lastGood, inactive: isInactive, ...rest } = module;
  const { version, reason } = chooseRelease(module, circumstances);
  const release = module.releases[version];
  if (reason === 'inactive' && release)
    return { ...rest, releases: { [version]: withoutParts(release) }, choice: { reason, promoted: '' } };
  const next = nextOf(module, reason, circumstances.contract);
  return {
    ...rest,
    stable: version,
    ...(next !== undefined && { lastGood: next }),
    choice: { reason, promoted: isInactive ? '' : module.stable },
  };
}

/**
 * Returns the registry for one page: each module has the chosen release as `stable`, its fallback as `lastGood`, and the reason.
 *
 * @param circumstances `overrides` has the versions that the user selected for this tab, by module, and `preview` the module
 * and the version of a preview
 */
export function chooseReleases(
  registry: Registry,
  {
    seed,
    overrides,
    preview,
  }: Pick<Circumstances, 'seed'> & {
    overrides?: ReadonlyMap<string, string>;
    preview?: { module: string; version: string } | undefined;
  },
): Registry {
  const { contract } = registry.shell;
  const modules = registry.modules.map((module) =>
    forPage(module, {
      seed,
      contract,
      override: overrides?.get(module.name),
      preview: preview?.module === module.name ? preview.version : undefined,
    }),
  );
  return { ...registry, modules };
}

/**
 * Returns the registry for a browser, with its shell: the canary for its cohort or its named users, or the stable one. If that one failed
 * there, the stable or the previous one, without a further fallback. A newer shell is tried again.
 *
 * @param cookies the result of `ownCookies`
 * @param seed seed of the cohorts of the browser
 */
export function chooseShell(
  { shell, previousShell, shellCanary, ...rest }: Registry,
  cookies: string,
  seed: string | undefined,
): Registry {
  const failed = cookieValue(cookies, FAILED_SHELL_COOKIE);
  const isChosen = shellCanary && isInCanary('shell', shellCanary, seed);
  const [first, next] = isChosen ? [shellCanary.shell, shell] : [shell, previousShell];
  if (next && failed === first.version) return { ...rest, shell: next };
  return { ...rest, shell: first, ...(next && { previousShell: next }) };
}
