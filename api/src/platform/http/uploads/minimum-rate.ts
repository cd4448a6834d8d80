/** How slowly a body may come. */
export interface MinimumRate {
  /** Time in which nothing need come, in milliseconds. */
  graceMs: number;
  /** Beyond the grace, an average of so many bytes a second. */
  bytesPerSecond: number;
}

/** How long after its begin a body may take for so many bytes, in milliseconds. */
export function allowedMs({ graceMs, bytesPerSecond }: MinimumRate, received: number): number {
  return graceMs + (received / bytesPerSecond) * 1000;
}

interface Watch {
  /** Resolves when the body comes too slowly. */
  tooSlow: Promise<void>;
  stop(): void;
}

/** Watches a body that begins to come now. */
export function watchRate(limits: MinimumRate, receivedBytes: () => number): Watch {
  const begun = performance.now();
  const { promise: tooSlow, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout;
  const check = () => {
    const leftMs = begun + allowedMs(limits, receivedBytes()) - performance.now();
    if (leftMs <= 0) resolve();
    else timer = setTimeout(check, leftMs);
  };
  check();
  return { tooSlow, stop: () => clearTimeout(timer) };
}
