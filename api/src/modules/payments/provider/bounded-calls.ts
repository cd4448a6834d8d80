import { BoundedQueue } from '../../../platform/concurrency/bounded-queue.ts';

/** Maximum number of connections and of waiting callers, in case the provider hangs. */
const AT_ONCE = 32;
const WAITING = 256;
/** Maximum time for a connection and the response together, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 8_000;

/** The call timed out. The provider may still execute it. */
export class CallOverdue extends Error {
  constructor() {
    super('The provider has not responded in time');
  }
}

/** Limits the time and the number of calls to another service. */
export class BoundedCalls {
  private readonly queue = new BoundedQueue(AT_ONCE, WAITING);

  constructor(private readonly withinMs = RESPONSE_TIMEOUT_MS) {}

  /** Throws CallOverdue, `unavailable` if too many callers wait, or the error of the call. */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const overdue = Promise.withResolvers<never>();
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      overdue.reject(new CallOverdue());
    }, this.withinMs);
    // A caller that has timed out does not start its call.
    const start = () => (isOverdue ? Promise.reject(new CallOverdue()) : call());
    try {
      return await Promise.race([this.queue.run(start), overdue.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
