import type { Chunk, ChunkGraph, Compiler, Module } from 'webpack';
import { chunkClosure, groupOfImport } from './chunk-closure.ts';

const NAME = 'CoreChunkPlugin';
/** The stage of webpack's SplitChunksPlugin, which webpack does not export. */
const SPLIT_STAGE = 10;

/** The shell's `webpackChunkName` for the chunk of all screens for signed-in users. */
export const FRAME_CHUNK = 'frame';

/** Returns whether a module is code or an asset, and not a module that represents a shared package. */
function isMovable({ type }: Module): boolean {
  return type.startsWith('javascript') || type.startsWith('asset');
}

/** Returns whether a module is in one of some chunks. */
function isIn(chunks: ReadonlySet<Chunk>, chunkGraph: ChunkGraph, module: Module): boolean {
  return [...chunkGraph.getModuleChunksIterable(module)].some((chunk) => chunks.has(chunk));
}

/**
 * Moves the code that every screen of the shell needs into one chunk named `core`. The other code of screens for signed-in
 * users is in one named `user`. A page loads each with one request, instead of one for each shared package.
 *
 * The modules that represent shared packages stay in their own small chunks. A chunk with such a module and its package
 * would wait for itself, and the page would stay blank.
 */
export class CoreChunkPlugin {
  readonly bootstrap: string;
  #first = new Set<Chunk>();
  #user = new Set<Chunk>();

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
          test: (module, { chunkGraph }) => isMovable(module) && isIn(this.#first, chunkGraph, module),
        },
        user: {
          name: 'user',
          enforce: true,
          priority: 15,
          test: (module, { chunkGraph }) => isMovable(module) && isIn(this.#user, chunkGraph, module),
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
        const frame = compilation.namedChunkGroups.get(FRAME_CHUNK);
        this.#user = frame ? chunkClosure(compilation.chunkGraph, frame) : new Set();
      });
    });
  }
}
