import { RuntimePlugin, type Compiler } from '@rspack/core';

const NAME = 'ChunkNoncePlugin';

/**
 * Has every script that Rspack's own code asks for carry the nonce of the document. `script` is a variable of that
 * code. Setting `__webpack_nonce__` in a source would come too late: the chunk with that source needs it first.
 */
export class ChunkNoncePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      RuntimePlugin.getCompilationHooks(compilation).createScript.tap(
        NAME,
        (code) => `${code}\nscript.nonce = document.querySelector("meta[name=csp-nonce]")?.nonce || "";`,
      );
    });
  }
}
