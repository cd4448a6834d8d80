import { fileURLToPath } from 'node:url';
import type { ModuleOptions, ResolveOptions } from 'webpack';

export const resolveSources: ResolveOptions = { extensions: ['.tsx', '.ts', '.mjs', '.js'] };

/**
 * How sources become scripts, whatever is made of them.
 *
 * @param react what the compiler is told of React besides where JSX comes from
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
    // The one way to a worker: by a script whose digest is checked.
    parser: { javascript: { worker: ['WorkerScript from @dps/shared-contracts/worker'] } },
    rules: [typescript, { test: /\.woff2$/, type: 'asset/resource' }],
  };
}
