/** Minimum average rate at which a body must arrive. */
export interface MinimumRate {
  /** Time without a minimum, in milliseconds. */
  graceMs: number;
  /** Average after the grace period. */
  bytesPerSecond: number;
}

/** Returns the maximum time for `received` bytes since the start of the body, in milliseconds. */
export function allowedMs({ graceMs, bytesPerSecond }: MinimumRate, received: number): number {
  return graceMs + (received / bytesPerSecond) * 1000;
}

interface Watch {
  /** Resolves when the body arrives too slowly. */
  tooSlow: Promise<void>;
  stop(): void;
}

/** Watches a body that starts to arrive now. */
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
