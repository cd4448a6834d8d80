import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/domain-error.ts';

const WINDOW_MS = 60_000;
/** Generous, for a company behind one address: every visit sends a report or two. */
const MOST_FROM_NETWORK = 120;
/** Networks that are counted at once: some megabytes at most. */
const MOST_NETWORKS = 10_000;

interface Window {
  reports: number;
  endsAt: number;
}

/**
 * Limits reports from a network, in this process's memory. The database is not asked: reports come most when it is in
 * trouble, and that each replica counts for itself does no harm.
 */
@Injectable()
export class ReportLimiter {
  private readonly windows = new Map<string, Window>();

  /** Counts a report. Throws `rate_limited`. */
  count(network: string): void {
    const now = performance.now();
    const window = this.windowOf(network, now);
    window.reports += 1;
    if (window.reports <= MOST_FROM_NETWORK) return;
    throw new DomainError('rate_limited', {
      retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)),
    });
  }

  private windowOf(network: string, now: number): Window {
    const known = this.windows.get(network);
    if (known && known.endsAt > now) return known;
    // In the order in which they began, and so in which they end.
    this.windows.delete(network);
    const [first] = this.windows.keys();
    if (first !== undefined && this.windows.size >= MOST_NETWORKS) this.windows.delete(first);
    const begun = { reports: 0, endsAt: now + WINDOW_MS };
    this.windows.set(network, begun);
    return begun;
  }
}
