import path from 'node:path';
import type { ModuleBuild } from '@dps/contract';
import webpack, { type Compilation, type Configuration, type Stats } from 'webpack';
import { BuildFailure } from '../build-failure.ts';
import { readPackage, type ModulePackage } from '../package-context.ts';
import { moduleRelease } from '../release/release-files.ts';
import { integrityOfFiles } from '../release/release-folder.ts';
import { webpackConfig } from '../webpack/webpack-config.ts';

const NAME = 'Remote';

/** Path of the remote's files on the dev server. */
export const REMOTE_PATH = '/remote/';

/** The result of a build of the remote: a release, or error messages. */
export type RemoteBuild = { release: ModuleBuild } | { problems: string[] };

/** The end of a compiler message: a trace of the compiler's own code. */
const COMPILER_TRACE = /\n+Caused by:.*/s;

/** Returns a text for each error of a build: the source and the compiler's message. */
export function buildErrors(stats: Stats): string[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  return errors.map(({ moduleName, message }) =>
    [moduleName, message.replace(COMPILER_TRACE, '')].filter(Boolean).join('\n'),
  );
}

/** Reads the module at `dir`. Throws BuildFailure if the package is not a module. */
export function readModule(dir: string): ModulePackage {
  const pkg = readPackage(dir);
  if (pkg.role === 'module') return pkg;
  throw new BuildFailure('The shell has no harness', 'Use npm start, which builds and serves the shell.');
}

/** Adds a suffix to the version, because the page may also load the real release as a fallback. */
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
  // The folder may still contain files of the previous build.
  const files = Object.entries(await integrityOfFiles(out)).filter(([file]) => compilation.getAsset(file));
  const pkg = forDevelopment(readModule(dir));
  const release = moduleRelease(pkg, compilation, Object.fromEntries(files));
  return { ...release, base: origin + REMOTE_PATH };
}

async function resultOf(stats: Stats, dir: string, out: string, origin: string): Promise<RemoteBuild> {
  const { compilation } = stats;
  if (stats.hasErrors()) return { problems: buildErrors(stats) };
  try {
    return { release: await releaseOf(compilation, dir, out, origin) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/**
 * Builds the module as a federation remote, and again after each change.
 *
 * @param dir absolute path of the module
 * @param out absolute path of the output folder
 * @param origin origin that serves the files, below `REMOTE_PATH`
 * @param onBuild receives the result of each build
 * @returns a function that stops the builds
 */
export function watchRemote(
  dir: string,
  out: string,
  origin: string,
  onBuild: (build: RemoteBuild) => void,
): () => Promise<void> {
  const compiler = webpack(remoteConfig(readModule(dir), out));
  compiler.hooks.afterCompile.tap(NAME, (compilation) => {
    compilation.fileDependencies.add(path.join(dir, 'module.json'));
  });
  // webpack waits for this promise, so the next build cannot change files while this code reads them.
  compiler.hooks.done.tapPromise(NAME, async (stats) => onBuild(await resultOf(stats, dir, out, origin)));
  compiler.watch({ aggregateTimeout: 50 }, (error) => {
    if (error) onBuild({ problems: [error.message] });
  });
  return () => new Promise((resolve) => compiler.close(() => resolve()));
}
