/**
 * How the command ends: done; a rule says no; the command line is wrong; the store, a key or another writer is in the way;
 * a watch took its canary back; a watch ended and cannot say how its canary does; somebody stopped it, as shells have it.
 */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  unavailable: 3,
  takenBack: 4,
  undecided: 5,
  stopped: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why nothing was changed, for the person at the terminal: what is wrong, and what to do. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
