import { fileURLToPath } from 'node:url';
import type { ModuleOptions, ResolveOptions, RuleSetRule } from 'webpack';

export const resolveSources: ResolveOptions = { extensions: ['.tsx', '.ts', '.mjs', '.js'] };

/** Recognizes the only supported way to start a worker, because it checks the integrity of the script. */
export const sourceParser: NonNullable<ModuleOptions['parser']> = {
  javascript: { worker: ['WorkerScript from @dps/contract/worker'] },
};

/**
 * Returns webpack's rule for TypeScript sources.
 *
 * @param react the compiler's React options in addition to `runtime`
 */
export const typescriptRule = (react: object = {}) =>
  ({
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
  }) satisfies RuleSetRule;

export const fontRule: RuleSetRule = { test: /\.woff2$/, type: 'asset/resource' };
