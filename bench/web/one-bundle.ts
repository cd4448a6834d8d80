import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import webpack, { type Chunk, type Compilation, type Configuration } from 'webpack';
import { containerName } from '@dps/module-kit/container-name';
import { readPackage, type ModulePackage, type ShellPackage } from '@dps/module-kit/package-context';
import { pageFiles } from '@dps/module-kit/release-plan';
import { writeOutlines } from '@dps/module-kit/render-outlines';
import { ChunkIntegrityPlugin } from '@dps/module-kit/webpack/chunk-integrity-plugin';
import { compile } from '@dps/module-kit/webpack/compile';
import { webpackConfig } from '@dps/module-kit/webpack/webpack-config';

const WORKSPACE = path.join(import.meta.dirname, '../..');

/** The product as one bundle. */
export interface OneBundle {
  /** Absolute path of the output. */
  folder: string;
  /** Scripts of every page. */
  main: string[];
  /** Additional scripts of pages for signed-in users. */
  frame: string[];
  /** Additional scripts of a page, by `pageKey`. */
  pages: Map<string, string[]>;
}

export interface BundleOptions {
  /** Absolute path of an empty folder. */
  folder: string;
  /** Version of the bundle's shell. */
  version: string;
  minimize: boolean;
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

/**
 * Returns the source that replaces the shell's federation host: the same functions, but with imported modules. The pages
 * stay lazy.
 */
function bundledHost(modules: readonly ModulePackage[]): string {
  const imports = modules.map(
    ({ dir }, i) => `import module${i} from ${JSON.stringify(path.join(dir, 'src/module.ts'))};`,
  );
  const entries = modules.map(
    ({ name, version }, i) => `  ${JSON.stringify(containerName(name, version))}: module${i},`,
  );
  return `${imports.join('\n')}
const definitions = {
${entries.join('\n')}
};
export function startFederation() {}
// The bundle has no files of releases.
export function preloadFiles() {}
export async function loadDefinition({ container }) {
  if (!definitions[container]) throw new Error('The bundle has no ' + container);
  return definitions[container];
}
`;
}

/** Defines the build constants, which differ between packages. */
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

/** Returns the shell's webpack configuration without federation and its asynchronous boundary. */
function bundleConfig(
  shell: ShellPackage,
  modules: readonly ModulePackage[],
  { folder, version, minimize }: BundleOptions,
): Configuration {
  const host = path.join(folder, 'bundled-host.js');
  writeFileSync(host, bundledHost(modules));
  const config = webpackConfig({ ...shell, version }, path.join(folder, 'dist'));
  return {
    ...config,
    entry: { main: './src/bootstrap.tsx' },
    // Webpack's own splitting gives the smallest bundle here.
    optimization: { ...config.optimization, minimize, splitChunks: { chunks: 'async' } },
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
 * Builds the shell and all modules into one bundle: the same minimizer, interface kit, lazy pages and outlines, without Module
 * Federation.
 */
export async function buildOneBundle(options: BundleOptions): Promise<OneBundle> {
  const { shell, modules } = packages();
  const compilation = await compile(bundleConfig(shell, modules, options));
  const { entrypoints, namedChunkGroups } = compilation;
  const folder = path.join(options.folder, 'dist');
  await writeOutlines(shell.dir, folder);
  return {
    folder,
    main: scriptsOf(entrypoints.get('main')?.chunks),
    frame: scriptsOf(namedChunkGroups.get('frame')?.chunks),
    pages: pagesOf(compilation, modules),
  };
}
