import path from 'node:path';
import type { Chunk, Compilation } from 'webpack';
import { joinedModules } from '../facts/build-facts.ts';
import { chunkClosure, groupOfImport, groupsOfShared, modulesOf } from '../webpack/chunk-closure.ts';
import { FRAME_CHUNK } from '../webpack/core-chunk-plugin.ts';
import {
  CONSUME_SHARED,
  PROVIDE_SHARED,
  consumedName,
  packageOf,
  providedName,
} from '../webpack/shared-module.ts';
import { BOOTSTRAP, MODULE_ENTRY } from '../webpack/webpack-config.ts';
import type { PageFiles } from './describe-module.ts';

function scriptsOf(chunks: Iterable<Chunk>): string[] {
  return [...chunks].flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.js')));
}

/** Files of the shell by the time at which a page loads them. */
export interface ShellFiles {
  main: string[];
  preload: string[];
  frame: string[];
  shared: Record<string, string[]>;
}

/** Returns the files of the shell that every screen loads, and those that only some screens load. */
export function shellFiles(compilation: Compilation, dir: string): ShellFiles {
  const { chunkGraph, entrypoints, namedChunkGroups } = compilation;
  const main = scriptsOf(entrypoints.get('main')?.chunks ?? []);
  const first = groupOfImport(compilation, path.join(dir, BOOTSTRAP));
  const preload = first ? scriptsOf(chunkClosure(chunkGraph, first)) : [];
  const frameGroup = namedChunkGroups.get(FRAME_CHUNK);
  const later = (files: string[]) => files.filter((file) => !main.includes(file) && !preload.includes(file));
  const shared: Record<string, string[]> = {};
  for (const module of compilation.modules) {
    if (module.type !== PROVIDE_SHARED) continue;
    const groups = groupsOfShared(chunkGraph, module);
    const files = later(groups.flatMap((group) => scriptsOf(chunkClosure(chunkGraph, group))));
    if (files.length > 0) shared[providedName(module.identifier())] = [...new Set(files)];
  }
  return {
    main,
    preload,
    frame: frameGroup ? later(scriptsOf(chunkClosure(chunkGraph, frameGroup))) : [],
    shared,
  };
}

/**
 * Returns the files of a page, so that the shell can request all of them at once.
 *
 * @param compilation the finished compilation of a module
 * @param dir absolute path of the module
 * @param page source of the page in module.json: `src/dashboard/DashboardPage.tsx`
 */
export function pageFiles(compilation: Compilation, dir: string, page: string): PageFiles {
  const exposed = groupOfImport(compilation, path.join(dir, MODULE_ENTRY));
  const group = groupOfImport(compilation, path.join(dir, page));
  if (!group) throw new Error(`No source imports ${page} lazily`);
  const chunks = new Set([...(exposed?.chunks ?? []), ...group.chunks]);
  const consumed = [...chunks].flatMap((chunk) =>
    modulesOf(compilation.chunkGraph, chunk)
      .filter((module) => module.type === CONSUME_SHARED)
      .map((module) => consumedName(module.identifier())),
  );
  return { chunks: scriptsOf(chunks), shared: [...new Set(consumed)] };
}

/** Returns the packages of node_modules in the first load of every screen of the shell. */
export function firstPackages(compilation: Compilation, dir: string): string[] {
  const { chunkGraph, entrypoints } = compilation;
  const group = groupOfImport(compilation, path.join(dir, BOOTSTRAP));
  const chunks = new Set([
    ...(entrypoints.get('main')?.chunks ?? []),
    ...(group ? chunkClosure(chunkGraph, group) : []),
  ]);
  const names = [...chunks]
    .flatMap((chunk) => modulesOf(chunkGraph, chunk).flatMap(joinedModules))
    .flatMap((module) => packageOf(module.nameForCondition() ?? '') ?? []);
  return [...new Set(names)];
}

/** Returns the package's own sources that another source loads with `import()`. */
export function lazySources(compilation: Compilation, dir: string): Set<string> {
  const { moduleGraph, modules } = compilation;
  const targets = [...modules].flatMap((module) =>
    module.blocks.flatMap((block) => block.dependencies.map((each) => moduleGraph.getModule(each))),
  );
  const files = targets.flatMap((module) => module?.nameForCondition() ?? []);
  return new Set(
    files.filter((file) => file.startsWith(dir + path.sep)).map((file) => path.relative(dir, file)),
  );
}
