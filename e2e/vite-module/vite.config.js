// A module with Vite alone: docs/release-format.md describes the container and release.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const read = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const manifest = read('module.json');
const { routes, widgets, ...facts } = JSON.parse(manifest);
const container = `mfe_${facts.name}_${version.replaceAll('.', '_').replaceAll('-', '$')}`;
/** Share key and lowest version of each package of the shell, by import path. */
const shared = {
  react: ['react', '19.3.0'],
  'react/jsx-runtime': ['react/jsx-runtime', '19.3.0'],
  '@dps/contract/client': ['@dps/shared-contracts/client', '1.0.0'],
  '@dps/ui': ['@dps/shared-contracts/ui', '1.0.0'],
  '@dps/ui/data': ['@dps/shared-contracts/ui/data', '1.0.0'],
};

/** Turns the script into a container, in which `require` returns the packages of the shell. */
const containerOf = (code) => `globalThis.${container} = (() => {
  const shared = ${JSON.stringify(shared)};
  const fits = (version, lowest) => {
    const [had, needed] = [version, lowest].map((each) => each.split(/[.-]/).map(Number));
    return had[0] === needed[0] && (had[1] > needed[1] || (had[1] === needed[1] && had[2] >= needed[2]));
  };
  let scope = {};
  const load = async ([path, [key, lowest]]) => {
    const [, found] = Object.entries(scope[key] ?? {}).find(([version]) => fits(version, lowest)) ?? [];
    if (!found) throw new Error('${container} requires ' + key + ' ' + lowest);
    return [path, (found.lib ?? (await found.get()))()];
  };
  const run = (packages) => {
    const exports = {};
    ((require, exports) => {${code}})((path) => packages[path], exports);
    return exports;
  };
  return {
    init: (shareScope) => void (scope = shareScope),
    get: async (name) => {
      if (name !== './module') throw new Error('${container} does not expose ' + name);
      const packages = Object.fromEntries(await Promise.all(Object.entries(shared).map(load)));
      return () => run(packages);
    },
  };
})();`;

const integrityOf = (content) => `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** All pages are in the entry, so that no page has `chunks`. */
const releaseOf = (entry, code) => ({
  kind: 'module',
  ...facts,
  version,
  container,
  base: `/modules/${facts.name}/${version}/`,
  entry,
  routes: routes.map(({ page: _page, ...route }) =>
    Object.assign(route, { chunks: [], shared: Object.values(shared).map(([key]) => key) }),
  ),
  widgets: widgets.map(({ name }) => name),
  files: { [entry]: integrityOf(code), 'module.json': integrityOf(manifest) },
});

const release = {
  name: 'release',
  renderChunk: containerOf,
  generateBundle(_options, bundle) {
    const [{ fileName, code }] = Object.values(bundle);
    const description = JSON.stringify(releaseOf(fileName, code), null, 2);
    this.emitFile({ type: 'asset', fileName: 'module.json', source: manifest });
    this.emitFile({ type: 'asset', fileName: 'release.json', source: description });
  },
};

export default defineConfig({
  define: {
    __MODULE_NAME__: JSON.stringify(facts.name),
    __MODULE_VERSION__: JSON.stringify(version),
    // Browsers have no `process`, and Vite leaves it in libraries.
    'process.env.NODE_ENV': JSON.stringify('production'),
  },
  plugins: [release],
  build: {
    target: 'es2022',
    lib: { entry: 'src/module.js', formats: ['cjs'], fileName: () => 'assets/entry.[hash].js' },
    rolldownOptions: {
      external: Object.keys(shared),
      output: { codeSplitting: false, exports: 'named', hashCharacters: 'hex' },
    },
  },
});
