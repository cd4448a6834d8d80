import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import Minimizer from 'minimizer-webpack-plugin';
import { SOURCE_MAPS } from '@dps/release/store/release-store';
import webpack, { type Configuration } from 'webpack';
import { ChunkIntegrityPlugin } from './chunk-integrity-plugin.ts';
import { containerName, releaseBase } from '../policy/container-name.ts';
import { CoreChunkPlugin } from './core-chunk-plugin.ts';
import type { FrontendPackage } from '../package-context.ts';
import { COMPILE_HINT, RUNTIME_GLOBAL, packagePolicy } from '../policy/package-policy.ts';
import { fontRule, resolveSources, sourceParser, typescriptRule } from './sources.ts';

/** The source behind the shell's asynchronous boundary. */
export const BOOTSTRAP = 'src/bootstrap.tsx';
/** The only source that a module exposes. */
export const MODULE_ENTRY = 'src/module.ts';

/**
 * Shorter names change with each build, which forces browsers to load equal code again. The addresses of the shell's files contain
 * its version, so this happens anyway.
 */
const SHORT_NAMES = { moduleIds: 'natural', mangleExports: 'size' } as const;

/** Returns what to do instead of importing a `.css` file. */
const cssAdvice = (request: string): string =>
  `${request} cannot be imported, because a release has scripts only: style with \`styled\` or \`sx\` of @dps/ui.`;

const ASSET_NAME = 'assets/[name].[contenthash:8]';

/**
 * Returns the federation plugin of the shell or a module.
 *
 * @param entry the file of a module's remote entry, and the source that it exposes
 */
export function federation(
  pkg: FrontendPackage,
  entry = { filename: 'assets/remoteEntry.[contenthash:8].js', source: `./${MODULE_ENTRY}` },
): ModuleFederationPlugin {
  const common = {
    name: containerName(pkg.name, pkg.version),
    shared: packagePolicy(pkg),
    // The default strategy loads every remote at start, so one failed module would leave a blank page.
    shareStrategy: 'loaded-first' as const,
    dts: false,
    manifest: true,
    virtualRuntimeEntry: true,
  };
  const optimization = { target: 'web' as const, disableSnapshot: true };
  if (pkg.role === 'shell') {
    return new ModuleFederationPlugin({
      ...common,
      remotes: {},
      runtimePlugins: [path.join(pkg.dir, 'src/modules/provide-runtime.ts')],
      experiments: { optimization },
    });
  }
  return new ModuleFederationPlugin({
    ...common,
    filename: entry.filename,
    exposes: { './module': entry.source },
    experiments: { optimization, externalRuntime: true },
  });
}

/**
 * Resolves imports that a module does not bundle: the bundler runtime is the shell's copy, which saves 20 KB. A `.css` file is an
 * error, because a release has scripts only.
 */
export function moduleExternals(
  { request = '' }: { request?: string },
  done: (error?: Error | null, result?: string) => void,
): void {
  if (/\.css($|\?)/.test(request)) done(new Error(cssAdvice(request)));
  else if (/webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/.test(request))
    done(null, `global ${RUNTIME_GLOBAL}`);
  else done();
}

/**
 * Returns the webpack configuration of the shell or a module.
 *
 * @param pkg the package
 * @param out absolute path of the output folder
 */
export function webpackConfig(pkg: FrontendPackage, out: string): Configuration {
  const shell = pkg.role === 'shell';
  return {
    context: pkg.dir,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: false,
    entry: shell ? { main: './src/index.ts' } : {},
    output: {
      path: out,
      publicPath: shell ? releaseBase('shell', pkg.version) : 'auto',
      filename: `${ASSET_NAME}.js`,
      chunkFilename: `${ASSET_NAME}.js`,
      assetModuleFilename: `${ASSET_NAME}[ext]`,
      uniqueName: containerName(pkg.name, pkg.version),
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: 20_000,
      // Without this option a retry would receive the incomplete exports of a source that threw an error.
      strictModuleErrorHandling: true,
    },
    resolve: resolveSources,
    module: { parser: sourceParser, rules: [typescriptRule(), fontRule] },
    externals: shell ? [] : [moduleExternals],
    plugins: [
      new webpack.DefinePlugin({
        __MODULE_NAME__: JSON.stringify(pkg.name),
        __MODULE_VERSION__: JSON.stringify(pkg.version),
        __RUNTIME_GLOBAL__: JSON.stringify(RUNTIME_GLOBAL),
      }),
      federation(pkg),
      new ChunkIntegrityPlugin(),
      new webpack.BannerPlugin(COMPILE_HINT),
      // Without a comment in the scripts, so that no browser requests the maps.
      new webpack.SourceMapDevToolPlugin({
        filename: `${SOURCE_MAPS}/[file].map`,
        append: false,
        moduleFilenameTemplate: '[resource-path]',
      }),
      ...(shell ? [new CoreChunkPlugin(path.join(pkg.dir, BOOTSTRAP))] : []),
    ],
    optimization: {
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      ...(shell && SHORT_NAMES),
      splitChunks: {
        // A worker runs from memory and has no base URL, so its script must contain all of its code.
        chunks: (chunk) => !chunk.canBeInitial() && !chunk.hasRuntime(),
        cacheGroups: {
          defaultVendors: false,
          // In bytes of source. A smaller chunk costs more as a request than as a copy. The rules of the contract fit below it.
          default: { minChunks: 2, minSize: 21_000, reuseExistingChunk: true },
        },
      },
      minimizer: [
        new Minimizer({
          minify: Minimizer.swcMinify,
          extractComments: false,
          minimizerOptions: {
            compress: { passes: 4, ecma: 2022 },
            mangle: true,
            ecma: 2022,
            format: { comments: false },
          },
        }),
      ],
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}
