import { texts } from '../texts.ts';

/** Everything that can be wrong with a flight log, each with its message. */
export type LogProblemCode = keyof typeof texts.log.problems;

/** A log that cannot be read; its message is for people. */
export class LogProblem extends Error {
  readonly code: LogProblemCode;

  constructor(code: LogProblemCode) {
    super(texts.log.problems[code]);
    this.code = code;
  }
}
