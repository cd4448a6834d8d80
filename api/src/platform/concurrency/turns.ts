import { setTimeout } from 'node:timers/promises';

/** Gives out turns with a pause in between, in which everything else has the event loop for itself. */
export class Turns {
  private nextAt = 0;

  constructor(private readonly pauseMs: number) {}

  /** Resolves when it is the caller's turn, which ends where the caller next waits for something. */
  async next(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + this.pauseMs;
    if (at > now) await setTimeout(at - now);
  }
}
