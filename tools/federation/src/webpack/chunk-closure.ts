import type { Chunk, ChunkGraph, ChunkGroup, Compilation, Module } from 'webpack';
import { CONSUME_SHARED } from './shared-module.ts';

/** The group of chunks that an `import()` of `source` loads, where some module has such an import. */
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

/** The groups of chunks that a shared module loads when the package comes from this build. */
export function groupsBehind(chunkGraph: ChunkGraph, module: Module): ChunkGroup[] {
  return module.blocks.flatMap((block) => chunkGraph.getBlockChunkGroup(block) ?? []);
}

export function modulesOf(chunkGraph: ChunkGraph, chunk: Chunk): Module[] {
  return [...chunkGraph.getChunkModulesIterable(chunk)];
}

/**
 * All chunks that must be there before code of the group can run: its own, and those of the shared packages that it
 * uses and that this build brings. In the order in which they are asked for.
 */
export function chunkClosure(chunkGraph: ChunkGraph, group: ChunkGroup, seen = new Set<Chunk>()): Set<Chunk> {
  for (const chunk of group.chunks) {
    if (seen.has(chunk)) continue;
    seen.add(chunk);
    for (const module of modulesOf(chunkGraph, chunk)) {
      if (module.type !== CONSUME_SHARED) continue;
      for (const behind of groupsBehind(chunkGraph, module)) chunkClosure(chunkGraph, behind, seen);
    }
  }
  return seen;
}
