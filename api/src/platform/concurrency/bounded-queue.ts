import { DomainError } from '../errors/domain-error.ts';

const RETRY_SECONDS = 2;

/** Lets a few heavy tasks run at a time and a bounded number wait; more than that are told to come back. */
export class BoundedQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly waitingLimit: number,
  ) {}

  /** Waits for a place; whoever got it must call the answered function once. Throws `unavailable` when too many wait. */
  async acquire(): Promise<() => void> {
    if (this.running < this.concurrency) {
      this.running += 1;
    } else {
      if (this.waiting.length >= this.waitingLimit) {
        throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: 'a queue is full' });
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return () => this.release();
  }

  /** Runs a task when it is its turn. Throws `unavailable` when too many wait. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** The place goes to the next one in line, so `running` only falls when nobody waits. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
