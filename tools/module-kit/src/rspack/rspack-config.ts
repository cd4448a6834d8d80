import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack, RuntimePlugin, type Configuration, type Compiler } from '@rspack/core';
import type { ModuleFormat } from '../module-format.ts';
import { COMPILE_HINT } from '../policy/package-policy.ts';

const NAME = 'ChunkNoncePlugin';

/**
 * Sets the nonce of the document on every script that Rspack's runtime loads. `script` is a variable of the runtime.
 * `__webpack_nonce__` in a source file would be too late: the chunk with that file needs the nonce first.
 */
class ChunkNoncePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      RuntimePlugin.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}\nscript.nonce = document.querySelector("meta[name=csp-nonce]")?.nonce || "";`,
      );
    });
  }
}

const ASSET_NAME = 'assets/[name].[contenthash:8]';
/** The federation runtime, 23 KiB compressed. The shell shares its copy. */
const RUNTIME = /webpack-bundler-runtime[\\/]dist[\\/]index\.cjs$/;

const typescript = {
  test: /\.tsx?$/,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
  },
};

function federation({ container, shared }: ModuleFormat): ModuleFederationPlugin {
  return new ModuleFederationPlugin({
    name: container,
    filename: 'assets/remoteEntry.[contenthash:8].js',
    exposes: { './module': './src/module.ts' },
    shared,
    shareStrategy: 'loaded-first',
    dts: false,
    manifest: true,
    experiments: { optimization: { target: 'web', disableSnapshot: true }, externalRuntime: true },
  });
}

/**
 * Returns the Rspack configuration of a module, which a team may extend.
 *
 * @param module the module format of the platform
 * @param folder absolute path of the output folder, which the build empties
 */
export function rspackConfig(module: ModuleFormat, folder: string): Configuration {
  const { dir, manifest, version, container, runtimeGlobal } = module;
  return {
    context: dir,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: false,
    entry: {},
    output: {
      path: folder,
      clean: true,
      publicPath: 'auto',
      filename: `${ASSET_NAME}.js`,
      chunkFilename: `${ASSET_NAME}.js`,
      assetModuleFilename: `${ASSET_NAME}[ext]`,
      uniqueName: container,
      crossOriginLoading: 'anonymous',
      strictModuleErrorHandling: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    module: { rules: [typescript, { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' }] },
    externals: ({ request }, done) =>
      RUNTIME.test(request ?? '') ? done(undefined, `global ${runtimeGlobal}`) : done(),
    plugins: [
      new rspack.DefinePlugin({
        __MODULE_NAME__: JSON.stringify(manifest.name),
        __MODULE_VERSION__: JSON.stringify(version),
      }),
      federation(module),
      new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'], enabled: true }),
      new ChunkNoncePlugin(),
      new rspack.BannerPlugin(COMPILE_HINT),
    ],
    performance: false,
  };
}
