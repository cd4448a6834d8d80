import { BoundedQueue } from '../../../platform/concurrency/bounded-queue.ts';

/** Connections to the provider, and callers who wait for one: a provider that hangs must not collect more than these. */
const AT_ONCE = 32;
const WAITING = 256;
/** The longest that anybody waits, in milliseconds, for a connection and for the answer together. */
const ANSWER_WITHIN_MS = 8_000;

/** Nobody has heard of a call in time; the provider may still do what it was asked. */
export class CallOverdue extends Error {
  constructor() {
    super('The provider has not answered in time');
  }
}

/** Calls of another service that bind neither the callers for long nor more than a few connections. */
export class BoundedCalls {
  private readonly places = new BoundedQueue(AT_ONCE, WAITING);

  constructor(private readonly withinMs = ANSWER_WITHIN_MS) {}

  /** Throws CallOverdue, `unavailable` where too many wait already, or what the call throws. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const overdue = Promise.withResolvers<never>();
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      overdue.reject(new CallOverdue());
    }, this.withinMs);
    // Whoever has given up does not call any more when its turn comes.
    const turn = () => (isOverdue ? Promise.reject(new CallOverdue()) : call());
    try {
      return await Promise.race([this.places.run(turn), overdue.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
