import { setTimeout } from 'node:timers/promises';

/** Spaces the steps of all callers by a pause, in which the event loop is free for other work. */
export class Pacer {
  private nextAt = 0;

  constructor(private readonly pauseMs: number) {}

  /** Resolves when the caller may do its next step, at least `pauseMs` after the previous step of any caller. */
  async next(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + this.pauseMs;
    if (at > now) await setTimeout(at - now);
  }
}
