import { Inject, Injectable } from '@nestjs/common';
import { NETWORK_DAYS } from '@dps/contract';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { limitKey, RateLimiter, type Limit } from '../../platform/throttling/rate-limiter.ts';

const WINDOW_SECONDS = 15 * 60;
const MOST_FROM_NETWORK = 100;
const MOST_FROM_NETWORK_FOR_ACCOUNT = 10;
const MOST_FOR_ACCOUNT = 100;
const MINUTE_SECONDS = 60;
/** Successful sign-ins count too: each costs a password hash. */
const MOST_PER_MINUTE = 20;
const KNOWN_NETWORK_SECONDS = NETWORK_DAYS * 24 * 60 * 60;

interface Attempt {
  /** The normalized username. The account may not exist. */
  account: string;
  /** The client's network: see `clientNetwork`. */
  network: string;
}

function limitsOf({ account, network }: Attempt, factor: number) {
  const windowSeconds = WINDOW_SECONDS;
  return {
    network: { key: limitKey('login:network', network), most: MOST_FROM_NETWORK, windowSeconds },
    pair: {
      key: limitKey('login:pair', account, network),
      most: MOST_FROM_NETWORK_FOR_ACCOUNT,
      windowSeconds,
    },
    perMinute: {
      key: limitKey('login:minute', account, network),
      most: MOST_PER_MINUTE * factor,
      windowSeconds: MINUTE_SECONDS,
    },
    unknownClients: {
      key: limitKey('login:unknown', account),
      most: MOST_FOR_ACCOUNT,
      windowSeconds,
    },
    knownClients: { key: limitKey('login:known', account), most: MOST_FOR_ACCOUNT, windowSeconds },
  };
}

/**
 * Limits sign-ins per network and account, and failed sign-ins per network, per network and account, and per account.
 * Networks from which the account has signed in have a separate counter, so that unknown clients cannot lock the owner out.
 */
@Injectable()
export class LoginThrottle {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimitFactor'>,
  ) {}

  /**
   * Counts an attempt and runs `check`. The counts of failures are removed if the check throws, and those of the network if
   * it succeeds. Counting first keeps concurrent attempts within the limit. Throws `rate_limited`, also for unknown accounts.
   *
   * @param check returns null for a wrong name or password
   */
  async attempt<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
    const limits = limitsOf(attempt, this.config.rateLimitFactor);
    const knownNetwork = limitKey('login:remembered', attempt.account, attempt.network);
    await this.limiter.hit(limits.network);
    // A refusal here does not count for the account, so one network alone cannot exhaust the account's limit.
    await this.limiter.hit(limits.pair, limits.perMinute);
    const isKnown = await this.limiter.isStored(knownNetwork);
    const ofAccount = isKnown ? limits.knownClients : limits.unknownClients;
    await this.limiter.hit(ofAccount);
    const result = await check().catch(async (error: unknown) => {
      await this.refund(limits.network, limits.pair, ofAccount);
      throw error;
    });
    if (result === null) return null;
    // The account keeps the count: an own password must not pay for sign-ins from any number of networks.
    await this.refund(limits.network);
    await this.limiter.forget(limits.pair.key);
    await this.limiter.store(knownNetwork, KNOWN_NETWORK_SECONDS);
    return result;
  }

  /** Removes the failed attempts of a network for an account, whose user has shown another right to sign in. */
  async forget(attempt: Attempt): Promise<void> {
    await this.limiter.forget(limitsOf(attempt, this.config.rateLimitFactor).pair.key);
  }

  private async refund(...limits: readonly Limit[]): Promise<void> {
    for (const { key } of limits) await this.limiter.refund(key);
  }
}
