import type { ModuleBuild, Registry, RegistryModule, ModuleRelease } from '@dps/contract';
import { moduleReleaseOf, shellReleaseOf, type Described } from '../../build-folder.ts';
import { integrityOf } from '../../../store/integrity.ts';

const NAME = 'smoke-widgets';
/** Start of the container names of all hosts. */
export const HOST_CONTAINER = 'mfe_smoke_widgets';

/** Returns the address of the page that shows a widget. */
export const widgetPath = (widget: string): string => `/${NAME}/${widget}`;

/**
 * Returns the script of a module with a page for each widget. It renders the contract's `<Widget>`, like a page of another
 * team. Handwritten, because a build would take several seconds.
 */
const entryOf = (container: string, pages: Readonly<Record<string, string>>) => `
var ${container} = (() => {
  let offers;
  const shared = async (name) => {
    const offer = Object.values(offers[name])[0];
    return offer.lib ? offer.lib() : (await offer.get())();
  };
  return {
    init(given) { offers = given; },
    async get() {
      const { createElement, Fragment } = await shared('react');
      const { Widget } = await shared('@dps/shared-contracts/client');
      const pageOf = (name) => () =>
        createElement(Fragment, null, createElement('h1', null, name), createElement(Widget, { name, props: {} }));
      const routes = Object.entries(${JSON.stringify(pages)}).map(([path, name]) => {
        const page = { default: pageOf(name) };
        return { path, lazy: async () => page };
      });
      return () => ({ default: { name: '${NAME}', version: '1.0.0', routes } });
    },
  };
})();
`;

/** A module that shows the widgets of a candidate. */
export interface WidgetHost {
  module: RegistryModule;
  release: ModuleRelease;
  /** Content of its only file. */
  entry: Buffer;
}

/**
 * Returns a module that shows the widgets of a candidate without props. Undefined for a candidate without widgets.
 *
 * @param number makes the version unique in the product
 */
export function widgetHost(candidate: Candidate, number: number): WidgetHost | undefined {
  if (candidate.kind === 'shell' || candidate.release.widgets.length === 0) return undefined;
  const { contract, widgets } = candidate.release;
  const version = `1.0.${number}`;
  const container = `${HOST_CONTAINER}_1_0_${number}`;
  const pages = Object.fromEntries(widgets.map((widget) => [widgetPath(widget), widget]));
  const entry = Buffer.from(entryOf(container, pages));
  const release: ModuleRelease = {
    version,
    container,
    base: `/modules/${NAME}/${version}/`,
    entry: 'entry.js',
    files: { 'entry.js': integrityOf(entry) },
    contract,
    routes: Object.keys(pages).map((path) => ({ path, title: path, access: 'user', chunks: [] })),
    navigation: [],
    widgets: [],
  };
  const module = { name: NAME, title: 'Widgets', stable: version, releases: { [version]: release } };
  return { module, release, entry };
}

/** Returns a registry with the host in addition. */
export const withHost = (registry: Registry, host: WidgetHost | undefined): Registry =>
  host ? { ...registry, modules: [...registry.modules, host.module] } : registry;

/** A build to test. */
export type Candidate = Described & {
  /** Reads a file by its name in the release description. Null if it is missing. */
  read: (file: string) => Promise<Uint8Array | null>;
};

function stableOnly({ name, title, stable, inactive, releases }: RegistryModule): RegistryModule[] {
  const release = inactive ? undefined : releases[stable];
  return release ? [{ name, title, stable, releases: { [stable]: release } }] : [];
}

function asModule(build: ModuleBuild): RegistryModule {
  const { name, title, version } = build;
  return { name, title, stable: version, releases: { [version]: moduleReleaseOf(build) } };
}

/**
 * Returns the stable shell and modules with the candidate in its place. No release has a fallback, so that failures are
 * visible.
 *
 * @param active undefined in an empty store
 * @throws Error for a module without a shell
 */
export function trialRegistry(active: Registry | undefined, candidate: Candidate): Registry {
  const modules = active?.modules.flatMap(stableOnly) ?? [];
  if (candidate.kind === 'shell') return { revision: 0, shell: shellReleaseOf(candidate.release), modules };
  if (!active) throw new Error('A module needs a shell, and there is none');
  const { release } = candidate;
  const others = modules.filter(({ name }) => name !== release.name);
  return { revision: 0, shell: active.shell, modules: [...others, asModule(release)] };
}
