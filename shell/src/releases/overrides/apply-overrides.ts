import { chooseReleases, type Registry, type RegistryModule } from '@dps/shared-contracts';
import { fetchTrustedRegistry } from '../../modules/registry-source.ts';
import type { PageReleases } from '../page-releases.ts';
import { fetchDevRelease } from './dev-release.ts';
import { formatOverride, isVersion, joined, parseOverride, type Override } from './override.ts';
import { readOverrides } from './override-store.ts';

const MOST = 10;

/** Takes what a link asks for out of the address, so that a reload or a copied address does not ask again. */
function takeFromAddress(): string[] {
  const url = new URL(location.href);
  const texts = url.searchParams.getAll('override');
  if (texts.length === 0) return [];
  url.searchParams.delete('override');
  history.replaceState(history.state, '', url);
  return texts.slice(0, MOST);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const promotedOf = ({ choice, stable }: RegistryModule): string => choice?.promoted ?? stable;

/** A module as it is for everybody, for which something was chosen that cannot be had: nothing stands in for it. */
function unavailable(module: RegistryModule, source: string, error: unknown): RegistryModule {
  const { lastGood: _lastGood, ...rest } = module;
  const choice = { reason: 'override', promoted: promotedOf(module), source } as const;
  return { ...rest, choice: { ...choice, problem: messageOf(error) } };
}

const neverReleased = (name: string): RegistryModule => ({ name, title: name, stable: '', releases: {} });

async function fromDevServer(module: RegistryModule, origin: string): Promise<RegistryModule> {
  const { name, title, ...release } = await fetchDevRelease(origin, module.name);
  const choice = { reason: 'override', promoted: promotedOf(module), source: origin } as const;
  return { name, title, stable: release.version, releases: { [release.version]: release }, choice };
}

async function fromRegistry(
  { module, source }: Override,
  { shell }: Registry,
  full: () => Promise<Registry>,
): Promise<RegistryModule> {
  const chosen = chooseReleases({ ...(await full()), shell }, { overrides: new Map([[module, source]]) });
  const found = chosen.modules.find(({ name }) => name === module);
  if (found?.choice?.reason !== 'override') throw new Error(`the registry has no release ${source}`);
  return { ...found, choice: { ...found.choice, source } };
}

/**
 * Replaces modules by what was chosen for this tab. What a link asks for is only handed on: somebody has to agree.
 *
 * @param registry as it is for everybody in this place
 * @param allowed where dev servers may be
 */
export async function applyOverrides(registry: Registry, allowed: readonly string[]): Promise<PageReleases> {
  const overrides = readOverrides(allowed);
  const running = new Set(overrides.map(formatOverride));
  const texts = takeFromAddress();
  const parsed = texts.map((each) => parseOverride(each, allowed));
  const asked = parsed.filter((each) => each !== null && !running.has(formatOverride(each)));
  let fetched: Promise<Registry> | undefined;
  const full = () => (fetched ??= fetchTrustedRegistry());
  const replaced = await Promise.all(
    overrides.map(async (override) => {
      const { module: name, source } = override;
      const module = registry.modules.find((each) => each.name === name) ?? neverReleased(name);
      const replacing = isVersion(source)
        ? fromRegistry(override, registry, full)
        : fromDevServer(module, source);
      return replacing.catch((error: unknown) => unavailable(module, source, error));
    }),
  );
  const byName = new Map([...registry.modules, ...replaced].map((module) => [module.name, module]));
  return {
    registry: { ...registry, modules: [...byName.values()] },
    asked: joined(
      [],
      asked.flatMap((each) => each ?? []),
    ),
    isRefused: parsed.includes(null),
  };
}
