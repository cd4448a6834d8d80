import type { Chunk, Compilation, Compiler } from 'webpack';
import { integrityOf } from '@dps/release-store/integrity';

const NAME = 'ChunkIntegrityPlugin';
const PLACEHOLDER = '__CHUNK_INTEGRITY_TABLE__';
/** A digest that no file has: what is not in the table never runs. */
const NOTHING = `sha256-${'A'.repeat(43)}=`;

/**
 * Added to webpack's own code that makes a script tag; `url`, `done`, `key` and `chunkId` are its variables.
 *
 * A file that did not arrive whole is asked for once more, here and not further out: the federation runtime keeps the
 * failure of a shared package for the life of the page. The second attempt asks under another address, because the
 * HTTP cache keeps an immutable file that arrived broken.
 */
function securedScript(require: string, loadScript: string): string {
  return `
script.crossOrigin = "anonymous";
script.integrity = ${require}.integrity[chunkId] || "${NOTHING}";
script.nonce = document.querySelector("meta[name=csp-nonce]")?.nonce || "";
if (${require}.requested.has(url)) script.src = url + "?retry=" + Date.now();
else {
  ${require}.requested.add(url);
  const report = done;
  done = (event) => event.type === "error" ? ${loadScript}(url, report, key, chunkId) : report(event);
}`;
}

function integrityTable(compilation: Compilation, runtime: Chunk): Record<string, string> {
  const table: Record<string, string> = {};
  // The script of a worker is an entry of its own.
  const workers = [...runtime.getAllReferencedAsyncEntrypoints()].flatMap(({ chunks }) => chunks);
  for (const chunk of [...runtime.getAllAsyncChunks(), ...workers]) {
    if (chunk.id === null) continue;
    for (const file of chunk.files) {
      const asset = file.endsWith('.js') ? compilation.getAsset(file) : undefined;
      if (asset) table[chunk.id] = integrityOf(asset.source.buffer());
    }
  }
  return table;
}

function fillIn(compiler: Compiler, compilation: Compilation, runtime: Chunk): void {
  const placeholder = new RegExp(`(["'])${PLACEHOLDER}\\1`);
  const table = JSON.stringify(integrityTable(compilation, runtime));
  for (const file of runtime.files) {
    const code = compilation.getAsset(file)?.source.source().toString();
    if (code !== undefined && placeholder.test(code)) {
      compilation.updateAsset(
        file,
        new compiler.webpack.sources.RawSource(code.replace(placeholder, () => table)),
      );
    }
  }
}

/**
 * Has the browser check every chunk that webpack loads against the digest that the build computed.
 *
 * The table of digests stands in the chunk that holds webpack's runtime and is written there after all file names are
 * final. There is no circle: no other chunk contains it, and for that one the document or the registry vouches. Its
 * file name therefore does not cover the table, which only changes together with the names of the chunks in it.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    const { Compilation: Stages, RuntimeGlobals, RuntimeModule, runtime } = compiler.webpack;
    class IntegrityTable extends RuntimeModule {
      constructor() {
        super('chunk integrity', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        return `${RuntimeGlobals.require}.integrity = "${PLACEHOLDER}";\n${RuntimeGlobals.require}.requested = new Set();`;
      }
    }
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.loadScript).tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new IntegrityTable());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => code + securedScript(RuntimeGlobals.require, RuntimeGlobals.loadScript),
      );
      compilation.hooks.processAssets.tap(
        { name: NAME, stage: Stages.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 },
        () => {
          for (const chunk of compilation.chunks)
            if (chunk.hasRuntime()) fillIn(compiler, compilation, chunk);
        },
      );
    });
  }
}
