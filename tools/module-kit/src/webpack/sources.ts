import { fileURLToPath } from 'node:url';
import type { ModuleOptions, ResolveOptions } from 'webpack';

export const resolveSources: ResolveOptions = { extensions: ['.tsx', '.ts', '.mjs', '.js'] };

/**
 * Returns webpack's module rules for sources of releases and of the harness.
 *
 * @param react the compiler's React options in addition to `runtime`
 */
export function compileSources(react: { development: boolean; refresh?: boolean }): ModuleOptions {
  const typescript = {
    test: /\.tsx?$/,
    loader: fileURLToPath(import.meta.resolve('swc-loader')),
    options: {
      swcrc: false,
      configFile: false,
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', ...react } },
        target: 'es2022',
      },
    },
  };
  return {
    // The only supported way to start a worker, because it checks the integrity of the script.
    parser: { javascript: { worker: ['WorkerScript from @dps/contract/worker'] } },
    rules: [typescript, { test: /\.woff2$/, type: 'asset/resource' }],
  };
}
