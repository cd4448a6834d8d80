import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack, { type Configuration, type Compiler } from 'webpack';
import type { ModulePackage } from '../package-context.ts';
import { MODULE_ENTRY } from '../webpack/webpack-config.ts';
import { compileSources, resolveSources } from '../webpack/sources.ts';

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

const HARNESS = 'harness';
const LIBRARIES = 'libraries';
/** Paths of the scripts of the harness, in their order. */
export const HARNESS_SCRIPTS = [`/${LIBRARIES}.js`, `/${HARNESS}.js`];
/** The file of a module with the initial props of its widgets. */
const WIDGET_EXAMPLES = 'src/widgets.example.ts';
const START = fileURLToPath(import.meta.resolve('@dps/module-kit/harness'));

/** Values that the harness receives in addition to the module. */
export interface HarnessFacts {
  version: string;
  /** Origin of the running product. */
  product: string;
}

/** Returns the source that imports both the harness and the module, which do not import each other. */
function entrySource(pkg: ModulePackage, facts: HarnessFacts): string {
  const request = (...parts: string[]) => JSON.stringify(path.join(pkg.dir, ...parts));
  const hasExamples = existsSync(path.join(pkg.dir, WIDGET_EXAMPLES));
  return `
    import definition from ${request(MODULE_ENTRY)};
    import manifest from ${request('module.json')};
    ${hasExamples ? `import examples from ${request(WIDGET_EXAMPLES)};` : 'const examples = {};'}
    import { startHarness } from ${JSON.stringify(START)};
    startHarness({ definition, manifest, examples, ...${JSON.stringify(facts)} });`;
}

/**
 * Returns the webpack configuration of the harness: one bundle of the module, the contract and all libraries, without
 * federation, so that hot module replacement works.
 */
export function harnessConfig(pkg: ModulePackage, facts: HarnessFacts): Configuration {
  return {
    context: pkg.dir,
    mode: 'development',
    target: ['web', 'es2022'],
    devtool: false,
    entry: { [HARNESS]: `data:text/javascript,${encodeURIComponent(entrySource(pkg, facts))}` },
    output: { publicPath: '/', filename: '[name].js', uniqueName: `harness_${pkg.name}` },
    resolve: resolveSources,
    module: compileSources({ development: true, refresh: true }),
    plugins: [
      new webpack.DefinePlugin({
        __MODULE_NAME__: JSON.stringify(pkg.name),
        __MODULE_VERSION__: JSON.stringify(pkg.version),
      }),
      // Source maps only for own sources: those of libraries would double the size of the page.
      new webpack.EvalSourceMapDevToolPlugin({ exclude: /node_modules/, module: true, columns: false }),
      new UncheckedWorkersPlugin(),
      // The dev server already has an overlay for errors.
      new ReactRefreshPlugin({
        overlay: false,
        include: /\.tsx?$/,
        exclude: [/node_modules/, /\.worker\.ts$/],
      }),
    ],
    optimization: {
      splitChunks: {
        // A worker runs from memory and has no base URL, so its script must contain all of its code.
        chunks: ({ name }) => name === HARNESS,
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // A change of the module then leaves the script of the libraries unchanged.
          [LIBRARIES]: {
            name: LIBRARIES,
            test: /[\\/](node_modules|shared-(ui|contracts))[\\/]/,
            enforce: true,
          },
        },
      },
    },
    watchOptions: { aggregateTimeout: 5 },
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
  };
}
