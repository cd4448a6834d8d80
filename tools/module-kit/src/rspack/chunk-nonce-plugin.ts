import { RuntimePlugin, type Compiler } from '@rspack/core';

const NAME = 'ChunkNoncePlugin';

/**
 * Sets the nonce of the document on every script that Rspack's runtime loads. `script` is a variable of the runtime.
 * `__webpack_nonce__` in a source file would be too late: the chunk with that file needs the nonce first.
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
