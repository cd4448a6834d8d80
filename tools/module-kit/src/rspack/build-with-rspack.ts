import path from 'node:path';
import { rspack, type Configuration, type StatsCompilation, type StatsModule } from '@rspack/core';
import type { ModuleBuild } from '@dps/contract';
import { moduleFormat } from '../module-format.ts';
import { writeRelease } from '../release/write-release.ts';
import { rspackConfig } from './rspack-config.ts';

/** Runs Rspack once. Rejects with the errors of the build. */
function compile(configuration: Configuration): Promise<StatsCompilation> {
  const compiler = rspack(configuration);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error || !stats) reject(error ?? new Error('Rspack returned no result'));
        else if (stats.hasErrors())
          reject(new Error(stats.toString({ preset: 'errors-only', colors: false })));
        else resolve(stats.toJson({ preset: 'none', modules: true, nestedModules: true, chunkGroups: true }));
      });
    });
  });
}

/** Returns the source files in the build, including those of concatenated modules. */
const sourcesOf = (modules: readonly StatsModule[] = []): string[] =>
  modules.flatMap(({ nameForCondition, modules: joined }) => [
    ...(nameForCondition ? [nameForCondition] : []),
    ...sourcesOf(joined),
  ]);

/** Returns the scripts of the named chunks. An import() or the federation plugin sets the name. */
const scriptsOf = ({ namedChunkGroups }: StatsCompilation, name: string): string[] =>
  (namedChunkGroups?.[name]?.assets ?? []).flatMap(({ name: file }) => (file.endsWith('.js') ? file : []));

/**
 * Builds a release of a module with Rspack, in `dist`. Each `import()` of a page names its chunk after the file of the page, so
 * that the release lists its scripts: `import(/* webpackChunkName: "JobsPage" *\/ './JobsPage.tsx')`.
 *
 * @param dir absolute path of the module's folder
 * @param configure changes the configuration; the default keeps it
 * @returns the release
 * @throws BuildFailure if the build breaks a rule, and Error if it does not compile
 */
export async function buildWithRspack(
  dir: string,
  configure = (configuration: Configuration): Configuration => configuration,
): Promise<ModuleBuild> {
  const module = moduleFormat(dir);
  const folder = path.join(dir, 'dist');
  const stats = await compile(configure(rspackConfig(module, folder)));
  const exposed = scriptsOf(stats, '__federation_expose_module');
  const pages = module.manifest.routes.map(({ page }) => {
    const chunk = scriptsOf(stats, path.parse(page).name);
    return [page, [...exposed, ...chunk]] as const;
  });
  return writeRelease({
    module,
    folder,
    pages: Object.fromEntries(pages),
    sources: sourcesOf(stats.modules),
  });
}
