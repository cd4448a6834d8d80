/** Memory of the API's process, in MB. */
export interface Memory {
  /** Objects that a complete garbage collection leaves. */
  heapMb: number;
  /** Resident set size before the collection. */
  rssMb: number;
}

const MB = 1024 ** 2;

// The measurement loads this file into the API with --import and --expose-gc: the product has no code for it.
process.on('message', () => {
  const rssMb = process.memoryUsage.rss() / MB;
  globalThis.gc?.();
  const memory: Memory = { heapMb: process.memoryUsage().heapUsed / MB, rssMb };
  process.send?.(memory);
});
// The listener must not keep the process alive.
process.channel?.unref();
