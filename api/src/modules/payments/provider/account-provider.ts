import { Inject, Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { REFUSED, stateOf, type FoundState } from '../payout-account/payout-account.state.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { toProviderError } from './provider-error.ts';
import { stripeClient } from './stripe-client.ts';

/** Pilots work in the United States, and are paid in its currency. */
const COUNTRY = 'US';

interface NewAccount {
  userId: number;
  email: string;
  /** Two calls with the same key create one account. */
  idempotencyKey: string;
}

interface Addresses {
  /** The page to which the provider's page returns. */
  returnUrl: string;
  /** The page to which an expired link leads. */
  refreshUrl: string;
}

/** Calls the payment provider about the accounts of pilots. */
@Injectable()
export class AccountProvider {
  private readonly stripe: Stripe;
  private readonly calls = new BoundedCalls();

  constructor(@Inject(CONFIG) { stripe }: Pick<Config, 'stripe'>) {
    this.stripe = stripeClient(stripe);
  }

  /** Creates an account that receives transfers, and returns its id. Throws `provider_unavailable`. */
  async create({ userId, email, idempotencyKey }: NewAccount): Promise<string> {
    const { accounts } = this.stripe;
    const account = {
      type: 'express',
      country: COUNTRY,
      email,
      capabilities: { transfers: { requested: true } },
      settings: { payouts: { schedule: { interval: 'manual' } } },
      metadata: { userId: String(userId) },
    } as const;
    return this.run(async () => (await accounts.create(account, { idempotencyKey })).id);
  }

  /** Returns the address of the provider's page for the set-up of an account; null if it is closed. Throws `provider_unavailable`. */
  createLink(account: string, { returnUrl, refreshUrl }: Addresses): Promise<string | null> {
    const { accountLinks } = this.stripe;
    const link = {
      account,
      type: 'account_onboarding',
      return_url: returnUrl,
      refresh_url: refreshUrl,
    } as const;
    return this.unlessClosed(async () => (await accountLinks.create(link)).url, null);
  }

  /** Returns the address of the provider's dashboard of an account that is set up; null if it is closed. Throws `provider_unavailable`. */
  createLoginLink(account: string): Promise<string | null> {
    return this.unlessClosed(async () => (await this.stripe.accounts.createLoginLink(account)).url, null);
  }

  /** Reads the state of an account. Throws `provider_unavailable`. */
  stateOf(accountId: string): Promise<FoundState> {
    return this.unlessClosed(async () => stateOf(await this.stripe.accounts.retrieve(accountId)), REFUSED);
  }

  /** Makes a call about an account. Resolves with `closed` if the account was closed, or is no longer one of this platform. */
  private async unlessClosed<T>(call: () => Promise<T>, closed: T): Promise<T> {
    try {
      return await this.run(call);
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return closed;
      throw error;
    }
  }

  private async run<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await this.calls.run(call);
    } catch (error) {
      throw toProviderError(error);
    }
  }
}
