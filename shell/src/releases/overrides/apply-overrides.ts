import { chooseReleases, type Registry, type RegistryModule } from '@dps/contract';
import { fetchTrustedRegistry } from '../../modules/registry-source.ts';
import type { PageReleases } from '../page-releases.ts';
import { fetchDevRelease } from './dev-release.ts';
import { formatOverride, isVersion, joined, parseOverride, type Override } from './override.ts';
import { readOverrides } from './override-store.ts';

/** The maximum number of overrides that a link may request. */
const MAX_REQUESTED = 10;

/** Removes the requested overrides from the address, so that a reload or a copied address does not request them again. */
function takeFromAddress(): string[] {
  const url = new URL(location.href);
  const texts = url.searchParams.getAll('override');
  if (texts.length === 0) return [];
  url.searchParams.delete('override');
  history.replaceState(history.state, '', url);
  return texts.slice(0, MAX_REQUESTED);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const promotedOf = ({ choice, stable }: RegistryModule): string => choice?.promoted ?? stable;

/** Returns a module whose override is not available. It has no fallback. */
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
 * Applies the overrides of this tab. Those that a link requests are only returned: the user must agree to them.
 *
 * @param registry the registry without overrides
 * @param allowed the allowed origins of dev servers
 */
export async function applyOverrides(registry: Registry, allowed: readonly string[]): Promise<PageReleases> {
  const overrides = readOverrides(allowed);
  const running = new Set(overrides.map(formatOverride));
  const texts = takeFromAddress();
  const parsed = texts.map((each) => parseOverride(each, allowed));
  const requested = parsed.filter((each) => each !== null && !running.has(formatOverride(each)));
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
    requested: joined(
      [],
      requested.flatMap((each) => each ?? []),
    ),
    isRefused: parsed.includes(null),
  };
}
