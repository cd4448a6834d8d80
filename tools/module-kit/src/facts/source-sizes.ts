import path from 'node:path';
import type { Compilation } from 'webpack';
import { joinedModules } from './build-facts.ts';
import { modulesOf } from '../webpack/chunk-closure.ts';
import { packageOf } from '../webpack/shared-module.ts';

const OWN = 'own sources';
/** The contract and the kit are linked packages: their sources are not below node_modules. */
const LINKED = 'contract and kit';

/**
 * Returns the source size of some files of a build, in bytes by package. The sizes are those before tree shaking and
 * minification, so they compare packages but do not add up to the sizes of the files.
 *
 * @param compilation the finished compilation
 * @param dir absolute path of the package
 * @param files names of the files in the compilation
 */
export function sourceSizes(
  compilation: Compilation,
  dir: string,
  files: ReadonlySet<string>,
): Map<string, number> {
  const chunks = [...compilation.chunks].filter((chunk) => [...chunk.files].some((file) => files.has(file)));
  const modules = new Set(chunks.flatMap((chunk) => modulesOf(compilation.chunkGraph, chunk)));
  const sizes = new Map<string, number>();
  for (const module of [...modules].flatMap(joinedModules)) {
    const file = module.nameForCondition();
    if (!file) continue;
    const name = packageOf(file) ?? (file.startsWith(dir + path.sep) ? OWN : LINKED);
    sizes.set(name, (sizes.get(name) ?? 0) + module.size());
  }
  return sizes;
}
