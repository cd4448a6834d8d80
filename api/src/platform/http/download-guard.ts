import type { FastifyReply } from 'fastify';
import { allowedMs, type MinimumRate, type SlotLimits } from '@dps/contract/server';
import { AccountSlots } from './account-slots.ts';

export interface DownloadLimits {
  slots: SlotLimits;
  /** Maximum time in which a client accepts no byte, in milliseconds. */
  stallMs: number;
  /** Minimum average rate at which a client reads. */
  rate: MinimumRate;
}

/** A user may open all files of a job at once. */
const LIMITS: DownloadLimits = {
  slots: { atOnce: 100, perClient: 6 },
  stallMs: 20_000,
  rate: { graceMs: 60_000, bytesPerSecond: 8 * 1024 },
};

/** Limits the downloads of each account, and closes those whose client does not read. */
export class DownloadGuard {
  private readonly slots: AccountSlots;

  constructor(private readonly limits = LIMITS) {
    this.slots = new AccountSlots(limits.slots);
  }

  /** Takes a slot until the response has ended. Throws `rate_limited` or `unavailable`. */
  begin({ raw }: FastifyReply, accountId: number): void {
    const release = this.slots.acquire(accountId);
    if (raw.destroyed) release();
    else raw.once('close', release);
  }

  /**
   * Closes the connection of a response that its client reads too slowly. This also ends the content's stream, which frees
   * the connection to its store.
   *
   * @param bytes size of the content
   */
  closeIfSlow({ raw }: FastifyReply, bytes: number): void {
    const close = () => raw.destroy();
    // The timer of the socket starts again whenever the client accepts bytes, also within one write.
    raw.setTimeout(this.limits.stallMs, close);
    const deadline = setTimeout(close, allowedMs(this.limits.rate, bytes));
    raw.once('close', () => clearTimeout(deadline));
  }
}
