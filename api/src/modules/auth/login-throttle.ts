import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../../platform/throttling/rate-limiter.ts';

const WINDOW_SECONDS = 15 * 60;
const MOST_PER_ACCOUNT = 10;
const MOST_PER_ADDRESS = 100;

/** Limits failed sign-ins for each account and each address; a sign-in that succeeds does not count. */
@Injectable()
export class LoginThrottle {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts an attempt. Throws `rate_limited` when too many have failed. */
  async begin(username: string, address: string): Promise<void> {
    await this.limiter.hit({
      key: `login:address:${address}`,
      most: MOST_PER_ADDRESS,
      windowSeconds: WINDOW_SECONDS,
    });
    await this.limiter.hit({
      key: this.accountKey(username),
      most: MOST_PER_ACCOUNT,
      windowSeconds: WINDOW_SECONDS,
    });
  }

  /** Takes a successful attempt back. */
  async succeed(username: string, address: string): Promise<void> {
    await this.limiter.refund(`login:address:${address}`);
    await this.limiter.forget(this.accountKey(username));
  }

  private accountKey(username: string): string {
    return `login:account:${username.toLowerCase()}`;
  }
}
