import path from 'node:path';
import type { ModuleBuild } from '@dps/shared-contracts';
import webpack, { type Compilation, type Configuration, type Stats } from 'webpack';
import { BuildFailure } from '../build-failure.ts';
import { readPackage, type ModulePackage } from '../package-context.ts';
import { buildErrors } from './build-errors.ts';
import { moduleRelease } from '../release/release-files.ts';
import { integrityOfFiles } from '../release/release-folder.ts';
import { webpackConfig } from '../webpack/webpack-config.ts';

const NAME = 'Remote';

/** Where the dev server has the files of the remote. */
export const REMOTE_PATH = '/remote/';

/** What a build of the remote came to: a release, or what is wrong. */
export type RemoteBuild = { release: ModuleBuild } | { problems: string[] };

/** Reads the module at `dir`. Throws BuildFailure where it is none. */
export function readModule(dir: string): ModulePackage {
  const pkg = readPackage(dir);
  if (pkg.role === 'module') return pkg;
  throw new BuildFailure('The shell has no harness', 'Look at it in the product: npm start builds it.');
}

/** A version of its own: the page may load the module's real release besides, as the last good one. */
const forDevelopment = (pkg: ModulePackage): ModulePackage => ({ ...pkg, version: `${pkg.version}-dev` });

function remoteConfig(pkg: ModulePackage, out: string): Configuration {
  const config = webpackConfig(forDevelopment(pkg), out);
  return {
    ...config,
    devtool: 'source-map',
    output: { ...config.output, clean: true },
    optimization: { ...config.optimization, minimize: false },
  };
}

async function releaseOf(compilation: Compilation, dir: string, out: string, origin: string) {
  // Files of the build before may still be there.
  const files = Object.entries(await integrityOfFiles(out)).filter(([file]) => compilation.getAsset(file));
  const pkg = forDevelopment(readModule(dir));
  const release = moduleRelease(pkg, compilation, Object.fromEntries(files));
  return { ...release, base: origin + REMOTE_PATH };
}

async function outcomeOf(stats: Stats, dir: string, out: string, origin: string): Promise<RemoteBuild> {
  const { compilation } = stats;
  if (stats.hasErrors()) return { problems: buildErrors(stats) };
  try {
    return { release: await releaseOf(compilation, dir, out, origin) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/**
 * Builds the module as the shell loads it, federation and all, and again with every change.
 *
 * @param dir absolute path of the module
 * @param out absolute path of the folder that receives the files
 * @param origin where the files will be served, below `REMOTE_PATH`
 * @param told hears of each build
 * @returns how to stop
 */
export function watchRemote(
  dir: string,
  out: string,
  origin: string,
  told: (build: RemoteBuild) => void,
): () => Promise<void> {
  const compiler = webpack(remoteConfig(readModule(dir), out));
  compiler.hooks.afterCompile.tap(NAME, (compilation) => {
    compilation.fileDependencies.add(path.join(dir, 'module.json'));
  });
  // Nothing is built anew before this has read the files.
  compiler.hooks.done.tapPromise(NAME, async (stats) => told(await outcomeOf(stats, dir, out, origin)));
  compiler.watch({ aggregateTimeout: 50 }, (error) => {
    if (error) told({ problems: [error.message] });
  });
  return () => new Promise((resolve) => compiler.close(() => resolve()));
}
