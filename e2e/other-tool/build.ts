import path from 'node:path';
import { moduleFormat } from '@dps/module-kit/module-format';
import { writeRelease } from '@dps/module-kit/write-release';
import { rspack, type Configuration, type StatsCompilation, type StatsModule } from '@rspack/core';
import { rspackConfig } from './rspack.config.ts';

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

const dir = import.meta.dirname;
const folder = path.join(dir, 'dist');
const module = moduleFormat(dir);
const stats = await compile(rspackConfig(module, folder));
const exposed = scriptsOf(stats, '__federation_expose_module');
const release = await writeRelease({
  module,
  folder,
  pages: { 'src/PreflightPage.tsx': [...exposed, ...scriptsOf(stats, 'PreflightPage')] },
  sources: sourcesOf(stats.modules),
});
process.stdout.write(`${release.container}: ${Object.keys(release.files).length} files\n`);
