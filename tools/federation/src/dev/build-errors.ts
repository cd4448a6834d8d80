import type { Stats } from 'webpack';

/** What follows in the compiler's messages: where it was in its own code. */
const COMPILER_TRACE = /\n+Caused by:.*/s;

/** What is wrong with the sources of a build, an entry for each error: the file, and what the compiler says of it. */
export function buildErrors(stats: Stats): string[] {
  const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
  return errors.map(({ moduleName, message }) =>
    [moduleName, message.replace(COMPILER_TRACE, '')].filter(Boolean).join('\n'),
  );
}
