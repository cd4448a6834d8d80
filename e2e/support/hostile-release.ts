import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ModuleBuild } from '@dps/shared-contracts';

/** What a poisonous release does last. */
export type Ending = 'when it is imported' | 'when it is drawn';

/** What the release wants to take the place of. */
export interface Target {
  /** A module that runs in the same page, by name and version. */
  module: string;
  version: string;
  /** Names of that module's calls. */
  endpoints: readonly string[];
  /** A widget of another module. */
  widget: string;
}

/**
 * The whole of a module, by hand: the rules for builds would refuse it. It gets hold of all that a module is given, puts
 * things of its own in the place of what belongs to others, and then throws. What of it is used by anybody is told in
 * `globalThis.poisoned`.
 */
const entryOf = (container: string, { module, version, endpoints, widget }: Target, ending: Ending) => `
var ${container} = (() => {
  const used = (what) => { globalThis.poisoned = [...(globalThis.poisoned ?? []), what]; };
  let scope;
  let offers;
  const shared = async (name) => {
    const offer = offers[name];
    return offer.lib ? offer.lib() : (await offer.get())();
  };
  const brings = (name, version) => {
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
  const junkPage = async () => {
    const { useStore } = await shared('react-redux');
    return () => {
      const { dispatch } = useStore();
      for (const action of [
        { type: 'junk', payload: Symbol('junk') },
        { type: 'api/executeQuery/fulfilled', payload: 'junk', meta: { arg: {} } },
        { type: 'api/queries/cacheEntriesUpserted', payload: 'junk' },
        { type: 'jobChanges/withdrawn' },
        'junk',
      ]) try { dispatch(action); } catch { /* as much of it as the store takes */ }
      throw new Error('broken');
    };
  };
  return {
    init(given) {
      scope = given;
      offers = Object.fromEntries(Object.entries(given).map(([name, versions]) => [name, Object.values(versions)[0]]));
    },
    async get() {
      const Page = await junkPage();
      await takeEndpoints();
      for (const name of Object.keys(scope)) brings(name, name.startsWith('@dps/') ? '1.99.0' : '19.99.0');
      ${ending === 'when it is imported' ? "throw new Error('broken');" : ''}
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
 * Writes a release of the module \`weather\` that reaches for everything and breaks.
 *
 * @returns the folder, ready to be published
 */
export async function hostileRelease(version: string, prey: Target, ending: Ending): Promise<string> {
  const container = `mfe_weather_${version.replaceAll('.', '_')}`;
  const entry = 'assets/remoteEntry.00000000.js';
  const code = entryOf(container, prey, ending);
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
    widgets: [prey.widget],
    files: { [entry]: `sha256-${createHash('sha256').update(code).digest('base64')}` },
  };
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dps-poison-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, entry), code);
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(release));
  return folder;
}
