import { texts } from '../texts/log.ts';

export type LogProblemCode = keyof typeof texts.problems;

/** The reason why a log cannot be read. The message is an interface text. */
export class LogProblem extends Error {
  readonly code: LogProblemCode;

  constructor(code: LogProblemCode) {
    super(texts.problems[code]);
    this.code = code;
  }
}
