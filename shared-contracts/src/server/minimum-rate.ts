/** Minimum average rate at which a body must move. */
export interface MinimumRate {
  /** Time without a minimum, in milliseconds. */
  graceMs: number;
  /** Average after the grace period. */
  bytesPerSecond: number;
}

/** Returns the maximum time for a number of bytes since the start of a body, in milliseconds. */
function allowedMs({ graceMs, bytesPerSecond }: MinimumRate, bytes: number): number {
  return graceMs + (bytes / bytesPerSecond) * 1000;
}

/**
 * Watches a body that starts to move now.
 *
 * @param movedBytes returns the number of bytes since the start
 * @param onTooSlow runs once, when the body is slower than the minimum
 * @returns a function that stops the watch
 */
export function watchRate(limits: MinimumRate, movedBytes: () => number, onTooSlow: () => void): () => void {
  const begun = performance.now();
  let timer: NodeJS.Timeout;
  const check = () => {
    const leftMs = begun + allowedMs(limits, movedBytes()) - performance.now();
    if (leftMs <= 0) onTooSlow();
    else timer = setTimeout(check, leftMs);
  };
  check();
  return () => clearTimeout(timer);
}
