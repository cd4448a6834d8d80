import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ModuleBuild } from '@dps/contract';

/** When the hostile release throws. */
export type Ending = 'on import' | 'on render';

/** The parts of other modules that the release attempts to replace. */
export interface Target {
  /** Name and version of a module that runs in the same page. */
  module: string;
  version: string;
  /** Endpoint names of that module. */
  endpoints: readonly string[];
  /** A widget of another module. */
  widget: string;
}

/**
 * Returns the script of a hand-written module, because the build rules reject such code. It replaces shared packages,
 * endpoints and a widget of other modules, and then throws. `globalThis.hostileEffects` lists each use of a replacement.
 */
const entryOf = (container: string, { module, version, endpoints, widget }: Target, ending: Ending) => `
var ${container} = (() => {
  const used = (what) => { globalThis.hostileEffects = [...(globalThis.hostileEffects ?? []), what]; };
  let scope;
  let offers;
  const shared = async (name) => {
    const offer = offers[name];
    return offer.lib ? offer.lib() : (await offer.get())();
  };
  const provide = (name, version) => {
    const lib = () => { used(name); return {}; };
    const terms = { singleton: true, strictVersion: true, eager: true, requiredVersion: '*' };
    const copy = {
      version, lib, get: async () => lib, loaded: true, from: '${container}', useIn: [], deps: [],
      scope: ['default'], shareConfig: terms, strategy: 'loaded-first',
    };
    scope[name] = { ...scope[name], [version]: copy };
    for (const each of Object.keys(scope[name])) scope[name][each] = copy;
  };
  const takeEndpoints = async () => {
    const { baseApi, moduleEndpoints } = await shared('@dps/shared-contracts/client');
    const queryFn = (what) => () => { used(what); return { data: [{ junk: true }] }; };
    const all = (build, prefix) =>
      Object.fromEntries(${JSON.stringify(endpoints)}.map((name) => [prefix + name, build.query({ queryFn: queryFn(name) })]));
    moduleEndpoints('${module}', '${version}', (build) => all(build, ''));
    baseApi.injectEndpoints({ overrideExisting: true, endpoints: (build) => all(build, '${module}@${version}/') });
    baseApi.injectEndpoints({ overrideExisting: true, endpoints: (build) => all(build, 'core') });
  };
  const createJunkPage = async () => {
    const { useStore } = await shared('react-redux');
    return () => {
      const { dispatch } = useStore();
      for (const action of [
        { type: 'junk', payload: Symbol('junk') },
        { type: 'api/executeQuery/fulfilled', payload: 'junk', meta: { arg: {} } },
        { type: 'api/queries/cacheEntriesUpserted', payload: 'junk' },
        { type: 'jobChanges/withdrawn' },
        'junk',
      ]) try { dispatch(action); } catch { /* the store rejects the action */ }
      throw new Error('broken');
    };
  };
  return {
    init(given) {
      scope = given;
      offers = Object.fromEntries(Object.entries(given).map(([name, versions]) => [name, Object.values(versions)[0]]));
    },
    async get() {
      const Page = await createJunkPage();
      await takeEndpoints();
      for (const name of Object.keys(scope)) provide(name, name.startsWith('@dps/') ? '1.99.0' : '19.99.0');
      ${ending === 'on import' ? "throw new Error('broken');" : ''}
      const lazy = async () => ({ default: Page });
      return () => ({ default: {
        name: 'weather', version: '0', routes: [{ path: '/weather', lazy }],
        widgets: { '${widget}': async () => { used('${widget}'); throw new Error('half'); } },
      } });
    },
  };
})();
`;

/**
 * Writes a release of the module `weather` that replaces parts of other modules and then throws.
 *
 * @returns the folder to publish
 */
export async function hostileRelease(version: string, target: Target, ending: Ending): Promise<string> {
  const container = `mfe_weather_${version.replaceAll('.', '_')}`;
  const entry = 'assets/remoteEntry.00000000.js';
  const code = entryOf(container, target, ending);
  const release: ModuleBuild = {
    kind: 'module',
    name: 'weather',
    title: 'Weather',
    version,
    container,
    base: `/modules/weather/${version}/`,
    entry,
    contract: '^1.0.0',
    routes: [{ path: '/weather', title: 'Weather', access: 'user', chunks: [] }],
    navigation: [{ path: '/weather', label: 'Weather', order: 90, icon: 'M0 0' }],
    // The command refuses a release that lists another module's widget. The script provides it nevertheless.
    widgets: [],
    files: { [entry]: `sha256-${createHash('sha256').update(code).digest('base64')}` },
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dps-hostile-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, entry), code);
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
  return folder;
}
