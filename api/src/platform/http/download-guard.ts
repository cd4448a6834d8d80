import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '@dps/contract';
import { watchRate, type MinimumRate, type SlotLimits } from '@dps/contract/server';
import type { RateLimiter } from '../throttling/rate-limiter.ts';
import { downloadLimits } from '../throttling/request-limits.ts';
import { AccountSlots, senderOf, type Sender } from './account-slots.ts';

export interface DownloadLimits {
  slots: SlotLimits;
  /** Maximum time in which a client does not accept any byte, in milliseconds. */
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

/** The request and the response of a download that has a slot. */
export interface Download {
  request: FastifyRequest;
  reply: FastifyReply;
  sender: Required<Sender>;
  guard: DownloadGuard;
}

/** Limits the downloads of each account and network, and closes those whose client does not read. */
export class DownloadGuard {
  private readonly slots: AccountSlots;

  /** @param factor multiplies the numbers of downloads and bytes in a minute */
  constructor(
    private readonly limiter: Pick<RateLimiter, 'hit'>,
    private readonly factor: number,
    private readonly limits = LIMITS,
  ) {
    this.slots = new AccountSlots(limits.slots);
  }

  /** Takes a slot until the response has ended. Throws `rate_limited` or `unavailable`. */
  begin(request: FastifyRequest, reply: FastifyReply, actor: Pick<Actor, 'id'>): Download {
    const sender = senderOf(request, actor);
    const release = this.slots.acquire(sender);
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
    return { request, reply, sender, guard: this };
  }

  /** Counts a download and the bytes that it reads from a store, before it reads them. Throws `rate_limited`. */
  count({ sender }: Download, bytes: number): Promise<void> {
    return this.limiter.hit(...downloadLimits(sender, bytes, this.factor));
  }

  /**
   * Closes the connection of a response that its client reads too slowly. This also ends the content's stream, which frees
   * the connection to its store.
   */
  closeIfSlow({ request, reply: { raw } }: Download): void {
    const close = () => raw.destroy();
    // The timer of the socket starts again whenever the client accepts bytes, also within one write.
    raw.setTimeout(this.limits.stallMs, close);
    const { socket } = request.raw;
    const before = socket.bytesWritten;
    const accepted = () => socket.bytesWritten - before - socket.writableLength;
    raw.once('close', watchRate(this.limits.rate, accepted, close));
  }
}
