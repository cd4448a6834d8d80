import type { Chunk, Compiler, Module } from 'webpack';
import { chunkClosure, groupOfImport } from './chunk-closure.ts';

const NAME = 'CoreChunkPlugin';
/** The stage of webpack's SplitChunksPlugin, which webpack does not export. */
const SPLIT_STAGE = 10;

/** Returns whether a module is code or an asset, and not a module that represents a shared package. */
function isMovable({ type }: Module): boolean {
  return type.startsWith('javascript') || type.startsWith('asset');
}

/**
 * Moves the code that every screen of the shell needs into one chunk named `core`, so that a page loads it with one
 * request instead of one for each shared package.
 *
 * The modules that represent shared packages stay in their own small chunks. A chunk with such a module and its package
 * would wait for itself, and the page would stay blank.
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
            isMovable(module) &&
            [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => this.#first.has(chunk)),
        },
        common: { test: isMovable, minChunks: 2, minSize: 8_000, priority: 10, reuseExistingChunk: true },
      },
    };
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // After webpack merges equal chunks, and before it splits chunks.
      compilation.hooks.optimizeChunks.tap({ name: NAME, stage: SPLIT_STAGE - 1 }, () => {
        const group = groupOfImport(compilation, this.bootstrap);
        if (!group) throw new Error(`No module imports ${this.bootstrap} asynchronously`);
        this.#first = chunkClosure(compilation.chunkGraph, group);
      });
    });
  }
}
