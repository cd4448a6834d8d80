import { withoutRequest, type Cause, type EventOutbox } from './event.ts';
import type { Store } from './store.ts';

/** What the objects of the sandbox share. */
export interface Context {
  store: Store;
  outbox: EventOutbox;
  timers: Timers;
}

/** Changes that happen later without a call, such as the arrival of money. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #commit: () => void;

  /** @param commit saves a change and sends its events. */
  constructor(commit: () => void) {
    this.#commit = commit;
  }

  later(delayMs: number, change: (cause: Cause) => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      change(withoutRequest());
      this.#commit();
    }, delayMs);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
