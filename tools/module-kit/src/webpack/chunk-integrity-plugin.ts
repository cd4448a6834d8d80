import type { Chunk, Compilation, Compiler } from 'webpack';
import { integrityOf } from '@dps/release/store/integrity';

const NAME = 'ChunkIntegrityPlugin';
/** A digest that no file has, so that a chunk outside the table never runs. */
const UNMATCHABLE = `sha256-${'A'.repeat(43)}=`;

/**
 * Returns code that extends webpack's creation of script tags; `url`, `done`, `key` and `chunkId` are webpack's variables.
 *
 * The code retries a failed request once. The retry is at this level because the federation runtime caches the failure
 * of a shared package until the page is closed. It uses another URL, because the HTTP cache keeps a damaged immutable file.
 */
function securedScript(require: string, loadScript: string): string {
  return `
script.crossOrigin = "anonymous";
script.integrity = ${require}.integrity[chunkId] || "${UNMATCHABLE}";
script.nonce = document.querySelector("meta[name=csp-nonce]")?.nonce || "";
if (${require}.requested.has(url)) script.src = url + "?retry=" + Date.now();
else {
  ${require}.requested.add(url);
  const report = done;
  done = (event) => event.type === "error" ? ${loadScript}(url, report, key, chunkId) : report(event);
}`;
}

/** Returns the chunks that a runtime loads. */
function chunksOf(runtime: Chunk): Chunk[] {
  // The script of a worker is a separate entry.
  const workers = [...runtime.getAllReferencedAsyncEntrypoints()].flatMap(({ chunks }) => chunks);
  return [...runtime.getAllAsyncChunks(), ...workers];
}

/** Returns the draft of a chunk's digest. It has the length of the digest, so that positions in the script and its source map stay the same. */
const draftOf = ({ id }: Chunk): string => integrityOf(`chunk ${id}`);

/** Replaces the drafts in the table of a runtime by the digests of the final scripts. */
function writeTable({ webpack: { sources } }: Compiler, compilation: Compilation, runtime: Chunk): void {
  const sourceOf = (file: string) => compilation.getAsset(file)?.source;
  for (const file of runtime.files) {
    let code = sourceOf(file)?.source().toString() ?? '';
    for (const chunk of chunksOf(runtime)) {
      const script = sourceOf([...chunk.files].find((each) => each.endsWith('.js')) ?? '');
      if (script) code = code.replaceAll(draftOf(chunk), integrityOf(script.buffer()));
    }
    compilation.updateAsset(file, new sources.RawSource(code));
  }
}

/**
 * Adds subresource integrity to every chunk that webpack loads.
 *
 * The chunk with webpack's runtime contains the table of digests. The plugin writes the table when all file names are
 * final. The table does not include that chunk itself: the document or the registry has its integrity hash. The hash in
 * its file name does not cover the table, but the table changes only if the name of a chunk in it changes.
 */
export class ChunkIntegrityPlugin {
  apply(compiler: Compiler): void {
    const { Compilation: Stages, RuntimeGlobals, RuntimeModule, runtime } = compiler.webpack;
    class IntegrityTable extends RuntimeModule {
      constructor() {
        super('chunk integrity', RuntimeModule.STAGE_ATTACH);
      }

      override generate(): string {
        const chunks = this.chunk ? chunksOf(this.chunk) : [];
        const drafts = Object.fromEntries(chunks.map((chunk) => [chunk.id, draftOf(chunk)]));
        return `${RuntimeGlobals.require}.integrity = ${JSON.stringify(drafts)};\n${RuntimeGlobals.require}.requested = new Set();`;
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
            if (chunk.hasRuntime()) writeTable(compiler, compilation, chunk);
        },
      );
    });
  }
}
