import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import webpack, { type Compiler, type Configuration } from 'webpack';
import type { ModulePackage } from '../package-context.ts';
import { federation, MODULE_ENTRY, moduleExternals } from '../webpack/webpack-config.ts';
import { fontRule, resolveSources, sourceParser, typescriptRule } from '../webpack/sources.ts';

const NAME = 'UncheckedWorkersPlugin';

/** An empty digest disables the integrity check. */
class NoIntegrity extends webpack.RuntimeModule {
  constructor() {
    super('no integrity', webpack.RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return '__webpack_require__.integrity = { "": "" };';
  }
}

/**
 * Disables the integrity check of worker scripts. Releases contain a table of digests, but a development build has none,
 * because its files change often.
 */
class UncheckedWorkersPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new NoIntegrity());
      });
    });
  }
}

/** The remote runs in pages of the product, and the widgets on the page of the dev server. */
export type DevBuild = 'remote' | 'widgets';

/** Path of the files of a build on the dev server. */
export const pathOf = (build: DevBuild): string => `/${build}/`;
/** The remote entry, which has no hash: a page may load the module after many changes. */
export const REMOTE_ENTRY = 'assets/remoteEntry.dev.js';
/** The script of the page with widgets. */
export const WIDGETS_SCRIPT = `${pathOf('widgets')}main.js`;
/** The file of a module with the props of its widgets. */
const WIDGET_EXAMPLES = 'src/widgets.example.ts';

const installed = (file: string) => fileURLToPath(import.meta.resolve(`@dps/module-kit/dev/${file}`));

/** Returns the rules for sources. Components of the module are compiled so that a change keeps the state of the page. */
function rules({ dir }: ModulePackage) {
  const isOwn = (file: string) => file.startsWith(dir + path.sep) && !file.includes('node_modules');
  const isHot = (file: string) => isOwn(file) && !file.endsWith('.worker.ts');
  const { test, ...swc } = typescriptRule({
    development: true,
    refresh: true,
    importSource: '@dps/module-kit/dev',
  });
  return [
    { ...typescriptRule(), exclude: isHot },
    { test, include: isHot, use: [installed('refresh-loader'), swc] },
    fontRule,
  ];
}

function commonConfig(pkg: ModulePackage, build: DevBuild): Configuration {
  const examples = path.join(pkg.dir, WIDGET_EXAMPLES);
  return {
    name: build,
    context: pkg.dir,
    mode: 'development',
    target: ['web', 'es2022'],
    // The product's pages allow no code from texts, so the source maps are files.
    devtool: 'cheap-module-source-map',
    resolve: {
      ...resolveSources,
      alias: {
        '@dps/developed-module': path.join(pkg.dir, MODULE_ENTRY),
        '@dps/developed-widgets': existsSync(examples) && examples,
      },
    },
    module: { parser: sourceParser, rules: rules(pkg) },
    optimization: { emitOnErrors: false },
    watchOptions: { aggregateTimeout: 5 },
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
  };
}

const commonPlugins = (pkg: ModulePackage, build: DevBuild) => [
  new webpack.DefinePlugin({
    __MODULE_NAME__: JSON.stringify(pkg.name),
    __MODULE_VERSION__: JSON.stringify(pkg.version),
    __DEV_BUILD__: JSON.stringify(build),
  }),
  new UncheckedWorkersPlugin(),
  new webpack.HotModuleReplacementPlugin(),
];

/** Returns the configuration of the module as a federation remote, which uses the packages of the shell. */
export function remoteConfig(pkg: ModulePackage): Configuration {
  const entry = { filename: REMOTE_ENTRY, source: installed('developed') };
  return {
    ...commonConfig(pkg, 'remote'),
    entry: {},
    output: {
      publicPath: 'auto',
      filename: 'assets/[name].js',
      uniqueName: `dev_${pkg.name}`,
      crossOriginLoading: 'anonymous',
    },
    externals: [moduleExternals],
    plugins: [...commonPlugins(pkg, 'remote'), federation(pkg, entry)],
  };
}

/** Returns the configuration of the page with widgets: one bundle of the module, the contract and all libraries. */
export function widgetsConfig(pkg: ModulePackage): Configuration {
  return {
    ...commonConfig(pkg, 'widgets'),
    entry: { main: installed('widgets') },
    output: {
      publicPath: pathOf('widgets'),
      filename: '[name].js',
      uniqueName: `widgets_${pkg.name}`,
    },
    plugins: commonPlugins(pkg, 'widgets'),
  };
}
