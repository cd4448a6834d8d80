import type { Chunk, ChunkGraph, ChunkGroup, Compilation, Module } from 'webpack';
import { CONSUME_SHARED } from './shared-module.ts';

/** Returns the chunk group that an `import()` of `source` loads; undefined if no module has such an import. */
export function groupOfImport(compilation: Compilation, source: string): ChunkGroup | undefined {
  const { chunkGraph, moduleGraph } = compilation;
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      const target = block.dependencies.map((dependency) => moduleGraph.getModule(dependency));
      if (target.some((found) => found?.nameForCondition() === source))
        return chunkGraph.getBlockChunkGroup(block);
    }
  }
  return undefined;
}

/** Returns the chunk groups that a shared module loads if the page uses this build's copy of the package. */
export function groupsOfShared(chunkGraph: ChunkGraph, module: Module): ChunkGroup[] {
  return module.blocks.flatMap((block) => chunkGraph.getBlockChunkGroup(block) ?? []);
}

export function modulesOf(chunkGraph: ChunkGraph, chunk: Chunk): Module[] {
  return [...chunkGraph.getChunkModulesIterable(chunk)];
}

/**
 * Returns all chunks that must load before code of the group can run, in the order of their requests. These are its own
 * chunks, and those of the shared packages that it uses and that this build provides.
 */
export function chunkClosure(chunkGraph: ChunkGraph, group: ChunkGroup, seen = new Set<Chunk>()): Set<Chunk> {
  for (const chunk of group.chunks) {
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    for (const module of modulesOf(chunkGraph, chunk)) {
      if (module.type !== CONSUME_SHARED) continue;
      for (const provided of groupsOfShared(chunkGraph, module)) chunkClosure(chunkGraph, provided, seen);
    }
  }
  return seen;
}
