import { setTimeout as delay } from 'node:timers/promises';

/** Time as it passes for a watch. */
export interface Clock {
  /** In ms. */
  now: () => number;
  /** Resolves after so many ms, or when the signal is aborted. */
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => delay(milliseconds, undefined, { signal }).catch(() => undefined),
};
