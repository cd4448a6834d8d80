import webpack, { type Compiler } from 'webpack';

const NAME = 'UncheckedWorkersPlugin';

/** An empty digest checks nothing. */
class NoIntegrity extends webpack.RuntimeModule {
  constructor() {
    super('no integrity', webpack.RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return '__webpack_require__.integrity = { "": "" };';
  }
}

/**
 * Lets the scripts of workers start without the table of digests that releases carry: while a module is developed, any of
 * its files is another one in a moment.
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
