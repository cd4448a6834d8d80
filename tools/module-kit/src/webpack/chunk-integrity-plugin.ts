import type { Chunk, Compilation, Compiler } from 'webpack';
import { integrityOf } from '@dps/release/store/integrity';
import { SOURCE_MAPS } from '@dps/release/store/release-store';
import { shiftMappings } from './shift-mappings.ts';

const NAME = 'ChunkIntegrityPlugin';
const PLACEHOLDER = '__CHUNK_INTEGRITY_TABLE__';
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

function integrityTable(compilation: Compilation, runtime: Chunk): Record<string, string> {
  const table: Record<string, string> = {};
  // The script of a worker is a separate entry.
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

function writeTable(compiler: Compiler, compilation: Compilation, runtime: Chunk): void {
  const placeholder = new RegExp(`(["'])${PLACEHOLDER}\\1`);
  const table = JSON.stringify(integrityTable(compilation, runtime));
  const { RawSource } = compiler.webpack.sources;
  for (const file of runtime.files) {
    const code = compilation.getAsset(file)?.source.source().toString();
    const found = code === undefined ? null : placeholder.exec(code);
    if (code === undefined || found === null) continue;
    const [{ length }] = found;
    const after = code.slice(found.index + length);
    compilation.updateAsset(file, new RawSource(code.slice(0, found.index) + table + after));
    const mapFile = `${SOURCE_MAPS}/${file}.map`;
    const map = compilation.getAsset(mapFile)?.source.source().toString();
    if (map === undefined) continue;
    const shifted = shiftMappings(map, code, { at: found.index, growth: table.length - length });
    compilation.updateAsset(mapFile, new RawSource(shifted));
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
            if (chunk.hasRuntime()) writeTable(compiler, compilation, chunk);
        },
      );
    });
  }
}
