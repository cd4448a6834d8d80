import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack, { type Configuration } from 'webpack';
import type { ModulePackage } from '../package-context.ts';
import { MODULE_ENTRY } from '../webpack/webpack-config.ts';
import { compileSources, resolveSources } from '../webpack/sources.ts';
import { UncheckedWorkersPlugin } from './unchecked-workers-plugin.ts';

/** Address of the script that starts the harness. */
export const HARNESS_SCRIPT = '/harness.js';
/** Where a module says with which props its widgets are shown at first. */
const WIDGET_EXAMPLES = 'src/widgets.example.ts';
const START = fileURLToPath(new URL('harness/start-harness.tsx', import.meta.url));

/** What the harness is told besides the module itself. */
export interface HarnessFacts {
  version: string;
  /** Origin of the product that runs. */
  product: string;
}

/** The one source that knows both the harness and the module, neither of which knows the other. */
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
 * How a module is built into its harness: one bundle of its sources, the contract's and all libraries, none of it
 * shared or federated, so that what is changed is replaced in the page while it runs.
 */
export function harnessConfig(pkg: ModulePackage, facts: HarnessFacts): Configuration {
  return {
    context: pkg.dir,
    mode: 'development',
    target: ['web', 'es2022'],
    devtool: false,
    entry: { harness: `data:text/javascript,${encodeURIComponent(entrySource(pkg, facts))}` },
    output: { publicPath: '/', filename: '[name].js', uniqueName: `harness_${pkg.name}` },
    resolve: resolveSources,
    module: compileSources({ development: true, refresh: true }),
    plugins: [
      new webpack.DefinePlugin({
        __MODULE_NAME__: JSON.stringify(pkg.name),
        __MODULE_VERSION__: JSON.stringify(pkg.version),
      }),
      // Of one's own sources: with those of libraries the page would weigh twice as much.
      new webpack.EvalSourceMapDevToolPlugin({ exclude: /node_modules/, module: true, columns: false }),
      new UncheckedWorkersPlugin(),
      // The dev server has an overlay for errors already.
      new ReactRefreshPlugin({
        overlay: false,
        include: /\.tsx?$/,
        exclude: [/node_modules/, /\.worker\.ts$/],
      }),
    ],
    // The script of a worker is whole: it runs from memory and has no place to load more from.
    optimization: { splitChunks: false },
    watchOptions: { aggregateTimeout: 50 },
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
  };
}
