import type { Chunk, Compiler, Module } from 'webpack';
import { chunkClosure, groupOfImport } from './chunk-closure.ts';

const NAME = 'CoreChunkPlugin';
/** The stage of webpack's own splitting, which it does not export. */
const SPLIT_STAGE = 10;

/** Code and addresses of files; the modules that stand for a shared package stay where they are: see below. */
function ordinary({ type }: Module): boolean {
  return type.startsWith('javascript') || type.startsWith('asset');
}

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
            ordinary(module) &&
            [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => this.#first.has(chunk)),
        },
        common: { test: ordinary, minChunks: 2, minSize: 8_000, priority: 10, reuseExistingChunk: true },
      },
    };
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // After equal chunks were merged, right before they are split.
      compilation.hooks.optimizeChunks.tap({ name: NAME, stage: SPLIT_STAGE - 1 }, () => {
        const group = groupOfImport(compilation, this.bootstrap);
        if (!group) throw new Error(`No module imports ${this.bootstrap} asynchronously`);
        this.#first = chunkClosure(compilation.chunkGraph, group);
      });
    });
  }
}
