import path from 'node:path';
import type { Compilation } from 'webpack';
import { joinedModules } from './build-facts.ts';
import { packageOf } from './package-of.ts';
import { modulesOf } from '../webpack/chunk-closure.ts';

const OWN = 'its own sources';
/** Another package of the workspace is linked: its sources are not below node_modules. */
const LINKED = 'the contract';

/**
 * How much source stands behind some files of a build, to see what makes them large. The figures are those before
 * unused code is left out and names are shortened, so they compare packages and do not add up to the files.
 *
 * @param compilation the finished compilation
 * @param dir absolute path of the package
 * @param files names of files, as webpack wrote them
 * @returns bytes of source by package of node_modules
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
