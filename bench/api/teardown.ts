/** What has to be ended whatever happens, last begun first. */
export class Teardown {
  private readonly steps: (() => Promise<void>)[] = [];

  /** Rejects when somebody wants to stop. */
  readonly interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)));
    }
  });

  add(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) await step();
  }
}
