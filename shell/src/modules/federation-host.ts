import { getInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { ModuleRelease } from '@dps/shared-contracts';
import type { ModuleDefinition } from '@dps/shared-contracts/module';
import { documentNonce } from './document-nonce.ts';

/** A digest that no file has: an entry for which nobody vouches never runs. */
const NOTHING = `sha256-${'A'.repeat(43)}=`;

/** Dev servers that somebody chose for this tab. Nobody vouches for what they serve: it changes all the time. */
let devOrigins: ReadonlySet<string> = new Set();

const integrityByAddress = new Map<string, string>();
const requested = new Set<string>();

function entryScript(address: string): HTMLScriptElement {
  const script = document.createElement('script');
  // The HTTP cache keeps an immutable file that arrived broken: a second attempt asks under another address.
  script.src = requested.has(address) ? `${address}?retry=${Date.now()}` : address;
  requested.add(address);
  script.crossOrigin = 'anonymous';
  const integrity = integrityByAddress.get(address) ?? NOTHING;
  if (integrity !== NOTHING || !devOrigins.has(new URL(address).origin)) script.integrity = integrity;
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
 * Called once before any module is loaded.
 *
 * @param chosen origins besides the page's own that modules of this tab come from
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
 * Loads what a release exposes: from the shell's origin and only as the registry vouches for it, or from a dev server that
 * was chosen for this tab.
 *
 * @throws when a file does not arrive, is not the one that was released, throws, or exposes something else
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
