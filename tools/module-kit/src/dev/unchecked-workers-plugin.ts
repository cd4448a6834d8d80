import webpack, { type Compiler } from 'webpack';

const NAME = 'UncheckedWorkersPlugin';

/** An empty digest disables the integrity check. */
class NoIntegrity extends webpack.RuntimeModule {
  constructor() {
    super('no integrity', webpack.RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return '__webpack_require__.integrity = { "": "" };';
  }
}

/**
 * Disables the integrity check of worker scripts. Releases contain a table of digests, but a development build has none,
 * because its files change often.
 */
export class UncheckedWorkersPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new NoIntegrity());
      });
    });
  }
}
