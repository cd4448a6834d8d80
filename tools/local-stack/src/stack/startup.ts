interface StartupOptions {
  /** Gives the start up when it is aborted. */
  signal?: AbortSignal | undefined;
  /** Told of each part that has started, with the milliseconds that it took. */
  onProgress?: ((part: string, milliseconds: number) => void) | undefined;
}

/** A start in parts: it knows how to stop those that have started, the last one first. */
export class Startup {
  readonly signal: AbortSignal | undefined;
  readonly #onProgress: StartupOptions['onProgress'];
  readonly #stops: (() => Promise<unknown>)[] = [];

  constructor({ signal, onProgress }: StartupOptions) {
    this.signal = signal;
    this.#onProgress = onProgress;
  }

  /** Does one step, unless the start has been given up. */
  async step<Result>(name: string, start: () => Result | Promise<Result>): Promise<Result> {
    this.signal?.throwIfAborted();
    const begin = performance.now();
    const result = await start();
    this.#onProgress?.(name, performance.now() - begin);
    return result;
  }

  /** Starts one part, which `stopAll` will stop. */
  async part<Part extends { close(): Promise<unknown> }>(
    name: string,
    start: () => Part | Promise<Part>,
  ): Promise<Part> {
    const part = await this.step(name, start);
    this.#stops.push(() => part.close());
    return part;
  }

  /** Stops every part, whatever another one does; throws the first failure at the end. */
  async stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop())
      await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
