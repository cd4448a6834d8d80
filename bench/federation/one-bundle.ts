import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Chunk, type Compilation, type Configuration } from 'webpack';
import { readPackage, type ModulePackage, type ShellPackage } from '@dps/federation/package-context';
import { pageFiles } from '@dps/federation/release-plan';
import { ChunkIntegrityPlugin } from '@dps/federation/webpack/chunk-integrity-plugin';
import { compile } from '@dps/federation/webpack/compile';
import { webpackConfig } from '@dps/federation/webpack/webpack-config';
import { bundledHost } from './bundled-host.ts';

const WORKSPACE = path.join(import.meta.dirname, '../..');

/** The same product as one bundle. */
export interface OneBundle {
  /** Absolute path of its files. */
  folder: string;
  /** Scripts that every page loads, and those that screens of signed-in users need besides. */
  main: string[];
  frame: string[];
  /** Scripts that a page needs besides, by the name of its module and its path. */
  pages: Map<string, string[]>;
}

export const pageKey = (module: string, route: string): string => `${module} ${route}`;

function packages(): { shell: ShellPackage; modules: ModulePackage[] } {
  const shell = readPackage(path.join(WORKSPACE, 'shell'));
  const modules = readdirSync(WORKSPACE)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => readPackage(path.join(WORKSPACE, name)));
  if (shell.role !== 'shell') throw new Error(`${shell.dir} is not the shell`);
  return { shell, modules: modules.filter((each) => each.role === 'module') };
}

/** The build's constants, which differ from package to package. */
function constants(shell: ShellPackage, modules: readonly ModulePackage[]): webpack.DefinePlugin {
  const ofPackage = (value: (pkg: ShellPackage | ModulePackage) => string) =>
    webpack.DefinePlugin.runtimeValue(({ module }) => {
      const owner = modules.find(({ dir }) => module.resource.startsWith(dir + path.sep));
      return JSON.stringify(value(owner ?? shell));
    });
  return new webpack.DefinePlugin({
    __MODULE_NAME__: ofPackage(({ name }) => name),
    __MODULE_VERSION__: ofPackage(({ version }) => version),
  });
}

/** The shell's own settings but for federation, and without the asynchronous boundary that federation needs. */
function bundleConfig(
  shell: ShellPackage,
  modules: readonly ModulePackage[],
  { folder, version }: { folder: string; version: string },
): Configuration {
  const host = path.join(folder, 'bundled-host.js');
  writeFileSync(host, bundledHost(modules));
  const config = webpackConfig({ ...shell, version }, path.join(folder, 'dist'));
  return {
    ...config,
    entry: { main: './src/bootstrap.tsx' },
    // What webpack splits by itself, which came out smallest here.
    optimization: { ...config.optimization, splitChunks: { chunks: 'async' } },
    plugins: [
      constants(shell, modules),
      new webpack.NormalModuleReplacementPlugin(/\/federation-host\.ts$/, host),
      new ChunkIntegrityPlugin(),
    ],
  };
}

function scriptsOf(chunks: Iterable<Chunk> = []): string[] {
  return [...chunks].flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.js')));
}

function pagesOf(compilation: Compilation, modules: readonly ModulePackage[]): OneBundle['pages'] {
  const pages = modules.flatMap(({ name, dir, manifest }) =>
    manifest.routes.map((route) => {
      const { chunks } = pageFiles(compilation, dir, route.page);
      return [pageKey(name, route.path), chunks] as const;
    }),
  );
  return new Map(pages);
}

/**
 * Builds the sources of the shell and of all modules into one bundle: the same minimizer, the same kit, the same pages
 * loaded lazily, no Module Federation.
 *
 * @param folder absolute path of an empty folder
 * @param version what the shell of this bundle calls itself
 */
export async function buildOneBundle(folder: string, version: string): Promise<OneBundle> {
  const { shell, modules } = packages();
  const compilation = await compile(bundleConfig(shell, modules, { folder, version }));
  const { entrypoints, namedChunkGroups } = compilation;
  return {
    folder: path.join(folder, 'dist'),
    main: scriptsOf(entrypoints.get('main')?.chunks),
    frame: scriptsOf(namedChunkGroups.get('frame')?.chunks),
    pages: pagesOf(compilation, modules),
  };
}
