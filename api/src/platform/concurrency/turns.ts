import { setImmediate } from 'node:timers/promises';

/** Gives out turns, one in each round of the event loop: whatever else waits runs in between. */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, which ends where the caller next waits for something. */
  next(): Promise<void> {
    this.last = this.last.then(() => setImmediate());
    return this.last;
  }
}
