import { randomInt } from 'node:crypto';
import { DomainError } from '../errors/domain-error.ts';

const SHORTEST_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 5;

/** Returns a random time, so that clients that were refused together do not return together. */
const retrySeconds = () => randomInt(SHORTEST_RETRY_SECONDS, LONGEST_RETRY_SECONDS + 1);

/** Runs a few heavy tasks at a time and queues a bounded number. Refuses more, with a time to retry. */
export class BoundedQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly waitingLimit: number,
  ) {}

  /** Waits for a slot. The caller must call the returned function once to release it. Throws `unavailable` if the queue is full. */
  async acquire(): Promise<() => void> {
    if (this.running < this.concurrency) {
      this.running += 1;
    } else {
      if (this.waiting.length >= this.waitingLimit) {
        throw new DomainError('unavailable', { retryAfterSeconds: retrySeconds(), cause: 'a queue is full' });
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return () => this.release();
  }

  /** Runs a task as soon as a slot is free. Throws `unavailable` if the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** The slot goes to the next waiting task, so `running` decreases only if none waits. */
  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
