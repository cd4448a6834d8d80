import { Inject, Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import type { PayoutStatus } from '@dps/contract';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { isConflict, toProviderError } from './provider-error.ts';
import { stripeClient } from './stripe-client.ts';

const LONGEST_PAGE = 100;
const CURRENCY = 'usd';

/** The provider has refused a call, which a repetition does not change. */
export class ProviderRefusal extends Error {
  /** @param code the provider's code, such as `balance_insufficient` */
  constructor(readonly code: string) {
    super(`The provider has refused the call: ${code}`);
  }
}

interface NewTransfer {
  paymentId: number;
  /** Number of the transfer among those of the payment. */
  number: number;
  cents: number;
  /** The charge whose money is transferred. */
  chargeId: string;
  accountId: string;
  idempotencyKey: string;
}

interface NewReversal {
  transferId: string;
  cents: number;
  idempotencyKey: string;
}

interface NewPayout {
  payoutId: number;
  cents: number;
  accountId: string;
  idempotencyKey: string;
}

/** A payout of the provider. */
export interface ProviderPayout {
  id: string;
  status: PayoutStatus;
  cents: number;
  /** The date on which the money is expected at the bank. */
  arrivesOn: string;
  failureCode: string | null;
  failureMessage: string | null;
  /** The payout of ours; null for one that was made elsewhere. */
  payoutId: number | null;
}

/** The provider can cancel a payout that its bank has not received. */
const PAYOUT_STATES: Readonly<Record<string, PayoutStatus>> = {
  pending: 'requested',
  in_transit: 'in-transit',
  paid: 'paid',
  failed: 'failed',
  canceled: 'failed',
};

const groupOf = (paymentId: number) => `payment_${paymentId}`;

/** Calls the payment provider about the shares of pilots. Its methods throw ProviderRefusal or `provider_unavailable`. */
@Injectable()
export class ShareProvider {
  private readonly stripe: Stripe;
  private readonly calls = new BoundedCalls();

  constructor(@Inject(CONFIG) { stripe }: Pick<Config, 'stripe'>) {
    this.stripe = stripeClient(stripe);
  }

  /** Transfers money of a charge to an account. Returns the id of the transfer. */
  async transfer(given: NewTransfer): Promise<string> {
    const { paymentId, number, cents, chargeId, accountId, idempotencyKey } = given;
    const transfer = {
      amount: cents,
      currency: CURRENCY,
      destination: accountId,
      source_transaction: chargeId,
      transfer_group: groupOf(paymentId),
      metadata: { paymentId: String(paymentId), number: String(number) },
    };
    return (await this.run(() => this.stripe.transfers.create(transfer, { idempotencyKey }))).id;
  }

  /** Returns the id of a transfer of a payment; null if there is none. */
  async findTransfer(paymentId: number, number: number): Promise<string | null> {
    const transfers = await this.transfersOf(paymentId);
    return transfers.find(({ metadata }) => metadata['number'] === String(number))?.id ?? null;
  }

  /** Returns the transferred and not reversed cents of a payment. */
  async sentOf(paymentId: number): Promise<number> {
    const transfers = await this.transfersOf(paymentId);
    return transfers.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0);
  }

  /** Returns the reversed cents of a transfer. */
  async reversedOf(transferId: string): Promise<number> {
    return (await this.run(() => this.stripe.transfers.retrieve(transferId))).amount_reversed;
  }

  /** Takes money of a transfer back from its account. */
  async reverse({ transferId, cents, idempotencyKey }: NewReversal): Promise<void> {
    const { transfers } = this.stripe;
    await this.run(() => transfers.createReversal(transferId, { amount: cents }, { idempotencyKey }));
  }

  /** Returns the balance of an account in cents: the money that can be paid out, and all money. */
  async balanceOf(stripeAccount: string): Promise<{ availableCents: number; totalCents: number }> {
    const { available, pending } = await this.run(() => this.stripe.balance.retrieve({}, { stripeAccount }));
    return { availableCents: centsOf(available), totalCents: centsOf([...available, ...pending]) };
  }

  /** Pays money of an account out to its bank. */
  async payOut({ payoutId, cents, accountId, idempotencyKey }: NewPayout): Promise<ProviderPayout> {
    const payout = { amount: cents, currency: CURRENCY, metadata: { payoutId: String(payoutId) } };
    const options = { idempotencyKey, stripeAccount: accountId };
    return toPayout(await this.run(() => this.stripe.payouts.create(payout, options)));
  }

  /** Returns the newest payouts of an account, at most 100. */
  async payoutsOf(stripeAccount: string): Promise<ProviderPayout[]> {
    const { payouts } = this.stripe;
    const { data } = await this.run(() => payouts.list({ limit: LONGEST_PAGE }, { stripeAccount }));
    return data.map(toPayout);
  }

  /** Reads a payout of an account. */
  async payout(stripeAccount: string, id: string): Promise<ProviderPayout> {
    return toPayout(await this.run(() => this.stripe.payouts.retrieve(id, {}, { stripeAccount })));
  }

  private async transfersOf(paymentId: number): Promise<Stripe.Transfer[]> {
    const ofPayment = { transfer_group: groupOf(paymentId), limit: LONGEST_PAGE };
    return (await this.run(() => this.stripe.transfers.list(ofPayment))).data;
  }

  private async run<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await this.calls.run(call);
    } catch (error) {
      const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
      const isRefused = error instanceof StripeInvalidRequestError || error instanceof StripePermissionError;
      if (isRefused && !isConflict(error))
        throw new ProviderRefusal(error.code ?? error.rawType ?? 'refused');
      throw toProviderError(error);
    }
  }
}

function centsOf(parts: readonly Pick<Stripe.Balance.Available, 'amount' | 'currency'>[]): number {
  const own = parts.filter(({ currency }) => currency === CURRENCY);
  return own.reduce((sum, { amount }) => sum + amount, 0);
}

function toPayout(payout: Stripe.Payout): ProviderPayout {
  const { id, status, amount: cents, arrival_date, failure_code, failure_message, metadata } = payout;
  return {
    id,
    status: PAYOUT_STATES[status] ?? 'requested',
    cents,
    arrivesOn: new Date(arrival_date * 1000).toISOString().slice(0, 10),
    failureCode: failure_code ?? (status === 'canceled' ? status : null),
    failureMessage: failure_message,
    payoutId: Number(metadata?.['payoutId']) || null,
  };
}
