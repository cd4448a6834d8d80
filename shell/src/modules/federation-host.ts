import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { ModuleRelease } from '@dps/contract';
import type { ModuleDefinition } from '@dps/contract/module';
import { documentNonce } from '../document/page.ts';

/** A digest that no file has: without an integrity hash in the registry, an entry never runs. */
const NO_FILE = `sha256-${'A'.repeat(43)}=`;

/** Dev servers that the user chose for this tab. Their files change, so that they have no integrity hash. */
let devOrigins: ReadonlySet<string> = new Set();

const integrityByAddress = new Map<string, string>();
const requested = new Set<string>();

function entryScript(address: string): HTMLScriptElement {
  const script = document.createElement('script');
  // The HTTP cache keeps an immutable file that arrived damaged: a second attempt uses another address.
  script.src = requested.has(address) ? `${address}?retry=${Date.now()}` : address;
  requested.add(address);
  script.crossOrigin = 'anonymous';
  const integrity = integrityByAddress.get(address) ?? NO_FILE;
  if (integrity !== NO_FILE || !devOrigins.has(new URL(address).origin)) script.integrity = integrity;
  script.nonce = documentNonce();
  return script;
}

const guardRemotes: ModuleFederationRuntimePlugin = {
  name: 'guard-remotes',
  beforeRegisterRemote(args) {
    const entry = 'entry' in args.remote ? args.remote.entry : '';
    const { origin } = new URL(entry, location.href);
    if (origin !== location.origin && !devOrigins.has(origin)) {
      throw new Error(`The module ${args.remote.name} comes from another origin: ${entry}`);
    }
    return args;
  },
  createScript: ({ url }) => entryScript(url),
};

function host() {
  const instance = getInstance();
  if (!instance) throw new Error('The shell has no federation runtime');
  return instance;
}

/**
 * Registers the rules for entries of modules. Called once, before a module is loaded.
 *
 * @param chosen the dev servers that this tab loads modules from
 */
export function startFederation(chosen: ReadonlySet<string>): void {
  devOrigins = chosen;
  host().registerPlugins([guardRemotes]);
}

function isDefinition(value: unknown): value is { default: ModuleDefinition } {
  if (typeof value !== 'object' || value === null || !('default' in value)) return false;
  const definition = value.default;
  return (
    typeof definition === 'object' &&
    definition !== null &&
    'routes' in definition &&
    Array.isArray(definition.routes)
  );
}

/**
 * Loads the definition that a release exposes: from the page's origin with the registry's integrity hash, or from a dev server
 * that the user chose for this tab.
 *
 * @throws if a file does not arrive, has another hash, throws, or does not expose a module
 */
export async function loadDefinition(release: ModuleRelease): Promise<ModuleDefinition> {
  const address = new URL(release.base + release.entry, location.href).href;
  const integrity = release.files[release.entry];
  if (integrity) integrityByAddress.set(address, integrity);
  host().registerRemotes([{ name: release.container, entry: address, type: 'global' }]);
  const exposed: unknown = await host().loadRemote(`${release.container}/module`);
  if (!isDefinition(exposed)) throw new Error(`${release.container} does not expose a module`);
  return exposed.default;
}

const preloaded = new Set<string>();

/** Whether the document has already requested a file. */
function known(address: string): boolean {
  return preloaded.has(address) || performance.getEntriesByName(address).length > 0;
}

/** Preloads files of a release in parallel, because imports would load them one after another. Skips files without an integrity hash. */
export function preloadFiles(release: ModuleRelease, files: readonly string[]): void {
  for (const file of files) {
    const { href } = new URL(release.base + file, location.href);
    const integrity = release.files[file];
    if (!integrity || known(href)) continue;
    preloaded.add(href);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', integrity, href });
    link.nonce = documentNonce();
    document.head.append(link);
  }
}
