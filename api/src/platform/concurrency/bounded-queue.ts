import { randomInt } from 'node:crypto';
import { DomainError } from '../errors/domain-error.ts';

const SHORTEST_RETRY_SECONDS = 2;
const LONGEST_RETRY_SECONDS = 5;

/** Returns a random time, so that clients that were refused together do not return together. */
const retrySeconds = () => randomInt(SHORTEST_RETRY_SECONDS, LONGEST_RETRY_SECONDS + 1);

/**
 * Runs a few heavy tasks at a time and queues a bounded number. Refuses more, with a time to retry.
 *
 * A task may name its account: then one task of the account runs at a time, and accounts take turns.
 */
export class BoundedQueue {
  private readonly running = new Set<unknown>();
  /** The waiting tasks of each account. The account that had its turn last is the last one. */
  private readonly waiting = new Map<unknown, (() => void)[]>();
  private waitingCount = 0;

  constructor(
    private readonly concurrency: number,
    private readonly waitingLimit: number,
    private readonly waitingOfAccount = waitingLimit,
  ) {}

  /**
   * Waits for a slot. The caller must call the returned function once to release it. Throws `rate_limited` if too many tasks of
   * the account wait, or `unavailable` if the queue is full.
   *
   * @param account a task without it is like the only one of an account
   */
  async acquire(account: unknown = Symbol('no account')): Promise<() => void> {
    if (this.running.size < this.concurrency && !this.running.has(account)) this.running.add(account);
    else await this.wait(account);
    return () => this.release(account);
  }

  /** Runs a task as soon as a slot is free. Throws `rate_limited` or `unavailable`, as `acquire` does. */
  async run<T>(task: () => Promise<T>, account?: number): Promise<T> {
    const release = await this.acquire(account);
    try {
      return await task();
    } finally {
      release();
    }
  }

  private wait(account: unknown): Promise<void> {
    const own = this.waiting.get(account) ?? [];
    if (own.length >= this.waitingOfAccount)
      throw new DomainError('rate_limited', { retryAfterSeconds: retrySeconds() });
    if (this.waitingCount >= this.waitingLimit)
      throw new DomainError('unavailable', { retryAfterSeconds: retrySeconds(), cause: 'a queue is full' });
    this.waiting.set(account, own);
    this.waitingCount += 1;
    return new Promise((resolve) => own.push(resolve));
  }

  private release(account: unknown): void {
    this.running.delete(account);
    const own = this.waiting.get(account);
    if (own) {
      this.waiting.delete(account);
      this.waiting.set(account, own);
    }
    this.startNext();
  }

  /** Starts the first task of the first account that has none running. */
  private startNext(): void {
    for (const [account, tasks] of this.waiting) {
      if (this.running.has(account)) continue;
      this.running.add(account);
      this.waitingCount -= 1;
      const start = tasks.shift();
      if (tasks.length === 0) this.waiting.delete(account);
      start?.();
      return;
    }
  }
}
