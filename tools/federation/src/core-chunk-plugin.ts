import type { Chunk, Compiler } from 'webpack';
import { chunkClosure, groupOfImport } from './chunk-closure.ts';

const NAME = 'CoreChunkPlugin';

/**
 * Puts all that every screen of the shell needs into one chunk named `core`, so that it arrives in one request rather
 * than in one for each shared package.
 *
 * Only ordinary modules move. The modules that stand for a shared package stay in their own small chunks: a chunk that
 * held them besides the package would wait for itself, and the page would stay blank.
 */
export class CoreChunkPlugin {
  readonly bootstrap: string;
  #first = new Set<Chunk>();

  /** @param bootstrap absolute path of the source behind the shell's asynchronous boundary */
  constructor(bootstrap: string) {
    this.bootstrap = bootstrap;
  }

  apply(compiler: Compiler): void {
    compiler.options.optimization.splitChunks = {
      chunks: 'async',
      cacheGroups: {
        default: false,
        defaultVendors: false,
        core: {
          name: 'core',
          enforce: true,
          priority: 20,
          test: (module, { chunkGraph }) =>
            module.type.startsWith('javascript') &&
            [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => this.#first.has(chunk)),
        },
      },
    };
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // Before the chunks are split, when it is known which of them the first screen takes.
      compilation.hooks.optimizeChunks.tap({ name: NAME, stage: -100 }, () => {
        const group = groupOfImport(compilation, this.bootstrap);
        if (!group) throw new Error(`No module imports ${this.bootstrap} asynchronously`);
        this.#first = chunkClosure(compilation.chunkGraph, group);
      });
    });
  }
}
