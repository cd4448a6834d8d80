import { Injectable } from '@nestjs/common';
import { limitKey, RateLimiter } from '../../platform/throttling/rate-limiter.ts';

const WINDOW_SECONDS = 15 * 60;
/** Allows for a company behind one address. A signup costs a password hash, and reveals whether a name is taken. */
const MOST_FROM_NETWORK = 100;

/** Limits signups per network, whether they succeed or not. */
@Injectable()
export class SignupThrottle {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts a signup. Throws `rate_limited`. */
  async begin(network: string): Promise<void> {
    await this.limiter.hit({
      key: limitKey('signup:network', network),
      most: MOST_FROM_NETWORK,
      windowSeconds: WINDOW_SECONDS,
    });
  }
}
