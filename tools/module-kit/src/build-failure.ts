/** A build error that the developer can correct; `advice` describes how. */
export class BuildFailure extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = 'BuildFailure';
    this.advice = advice;
  }
}
