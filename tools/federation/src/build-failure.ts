/** A build that cannot succeed until somebody does something, which `advice` says. */
export class BuildFailure extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.name = 'BuildFailure';
    this.advice = advice;
  }
}
