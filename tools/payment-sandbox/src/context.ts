import type { EventOutbox } from './event.ts';
import type { Store } from './store.ts';

/** Values that the objects of the sandbox share. */
export interface Context {
  store: Store;
  outbox: EventOutbox;
  /** Makes a change later without a call, such as the arrival of money. */
  later(delayMs: number, change: () => void): void;
}
