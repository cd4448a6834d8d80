import path from 'node:path';

/** Whether npm installed this package, and it is not a source of the product's workspace. */
export const IS_INSTALLED = import.meta.dirname.split(path.sep).includes('node_modules');

/** The release command, for advice to its user. */
export const RELEASE_COMMAND = IS_INSTALLED ? 'npx dps-release' : 'npm run release --';

/**
 * Exit codes of the release command. `refused`: a rule rejected the change. `unavailable`: the store or the key is unusable,
 * or other writers were faster. `rolledBack`: a watch stopped its canary. `undecided`: a watch ended without a result.
 * `stopped`: a signal stopped the command, by shell convention.
 */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  unavailable: 3,
  rolledBack: 4,
  undecided: 5,
  stopped: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error that ends a command. `message` states the problem and the solution. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * An error before the first write of its step. The command adds "Nothing was changed." to its message, unless an earlier
 * step has changed something.
 */
export class UnchangedError extends CommandError {
  override name = 'UnchangedError';
}

/** Returns the message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
