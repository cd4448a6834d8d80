/**
 * Waits for parts that start side by side. Throws the first failure after all have ended, because `stopAll` stops only started
 * parts.
 */
export async function allStarted<Parts extends readonly unknown[]>(
  parts: readonly [...Parts],
): Promise<{ -readonly [Index in keyof Parts]: Awaited<Parts[Index]> }> {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

interface StartupOptions {
  /** Cancels the start when aborted. */
  signal?: AbortSignal | undefined;
  /** Receives each started part with its duration in milliseconds. */
  onProgress?: ((part: string, milliseconds: number) => void) | undefined;
}

/** Starts parts and stops the started parts in reverse order. */
export class Startup {
  readonly signal: AbortSignal | undefined;
  readonly #onProgress: StartupOptions['onProgress'];
  readonly #stops = new AsyncDisposableStack();

  constructor({ signal, onProgress }: StartupOptions) {
    this.signal = signal;
    this.#onProgress = onProgress;
  }

  /** Runs one step unless the start is canceled. */
  async step<Result>(name: string, start: () => Result | Promise<Result>): Promise<Result> {
    this.signal?.throwIfAborted();
    const begin = performance.now();
    const result = await start();
    this.#onProgress?.(name, performance.now() - begin);
    return result;
  }

  /** Starts one part that `stopAll` stops. */
  async part<Part extends { close(): Promise<unknown> }>(
    name: string,
    start: () => Part | Promise<Part>,
  ): Promise<Part> {
    const part = await this.step(name, start);
    this.#stops.defer(async () => void (await part.close()));
    return part;
  }

  /** Stops every part, even after a failure. Then throws the failure. */
  stopAll(): Promise<void> {
    return this.#stops.disposeAsync();
  }
}
