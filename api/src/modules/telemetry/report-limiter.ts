import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/errors/domain-error.ts';

const WINDOW_MS = 60_000;
/** Allows for a company behind one address. A visit sends one or two reports. */
const MOST_FROM_NETWORK = 120;
/** Maximum number of counted networks. They take a few megabytes. */
const MOST_NETWORKS = 10_000;

interface Window {
  reports: number;
  endsAt: number;
}

/**
 * Limits reports per network, in the memory of each process. It does not use the database, because most reports arrive
 * while the database has problems.
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
    // Insertion order is the order in which the windows end.
    this.windows.delete(network);
    const [first] = this.windows.keys();
    if (first !== undefined && this.windows.size >= MOST_NETWORKS) this.windows.delete(first);
    const begun = { reports: 0, endsAt: now + WINDOW_MS };
    this.windows.set(network, begun);
    return begun;
  }
}
