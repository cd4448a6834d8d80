import { rcompare } from 'semver';
import type { ModuleBuild, Registry, RegistryModule } from '@dps/shared-contracts';
import { Refusal } from '@dps/release-store/refusal';
import { withModule } from './find-module.ts';

/** How many releases of a module the registry lists besides those that pages may run; the store keeps all. */
const LISTED = 5;

function listed({ name, title, stable, lastGood, canary, releases }: RegistryModule): RegistryModule {
  const running = new Set([stable, lastGood, canary?.version]);
  const others = Object.keys(releases)
    .filter((version) => !running.has(version))
    .toSorted(rcompare);
  const kept = new Set([...running, ...others.slice(0, LISTED)]);
  return {
    name,
    title,
    stable,
    ...(canary && { canary }),
    ...(lastGood !== undefined && { lastGood }),
    releases: Object.fromEntries(Object.entries(releases).filter(([version]) => kept.has(version))),
  };
}

/**
 * Lists a published release of a module. Nobody gets it yet, but for the first release of a new module, which appears in
 * the product at once.
 *
 * @throws Refusal where that version is listed already
 */
export function addRelease(registry: Registry, build: ModuleBuild): Registry {
  const { kind: _kind, name, title, ...release } = build;
  const known = registry.modules.find((module) => module.name === name);
  if (known?.releases[release.version])
    throw new Refusal(
      `${name} ${release.version} is published already. A release never changes: raise its version.`,
    );
  const releases = { ...known?.releases, [release.version]: release };
  return withModule(registry, listed({ ...(known ?? { name, stable: release.version }), title, releases }));
}
