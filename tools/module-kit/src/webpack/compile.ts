import webpack, { type Compilation, type Configuration } from 'webpack';
import { BuildFailure } from '../build-failure.ts';

/**
 * Runs webpack once.
 *
 * @returns the finished compilation, without errors and warnings
 * @throws BuildFailure with webpack's messages
 */
export function compile(configuration: Configuration): Promise<Compilation> {
  const compiler = webpack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats) return reject(error ?? new Error('webpack returned no result'));
        if (!stats.hasErrors() && !stats.hasWarnings()) return resolve(stats.compilation);
        const text = stats.toString({ preset: 'errors-warnings', colors: false });
        return reject(new BuildFailure(text, 'Correct these errors, then build again.'));
      });
    });
  });
}
