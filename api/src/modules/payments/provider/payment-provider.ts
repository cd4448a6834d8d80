import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import { jobNumber } from '@dps/contract';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { BoundedCalls } from './bounded-calls.ts';
import { toIntentStatus, type PaymentIntent, type ReturnedMoney } from './payment-intent.ts';
import { isConflict, toProviderError } from './provider-error.ts';
import { stripeClient } from './stripe-client.ts';

/** Maximum difference between an event's time and the server's, in seconds. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Maximum wait, in milliseconds, for another call with the same idempotency key. */
const CONFLICT_PAUSE_MS = 500;

/** The provider refuses a longer description. */
const MAX_DESCRIPTION_LENGTH = 1000;

/** A charge rarely has more than a few refunds that failed. */
const MOST_REFUNDS = 10;
/** The longest page of a list. An intent has one successful charge, and rarely more than a few refunds. */
const LONGEST_PAGE = 100;
/** A charge rarely has more than one dispute. */
const MOST_DISPUTES = 10;
/** Final statuses of a dispute after which the merchant keeps the money. */
const DECIDED_FOR_US: ReadonlySet<string> = new Set(['won', 'warning_closed', 'prevented']);

interface NewIntent {
  amount: number;
  currency: string;
  job: { id: number; title: string };
  /** Address for the provider's receipt. */
  clientEmail: string;
  paymentId: number;
  /** Two calls with the same key start one payment. */
  idempotencyKey: string;
}

/** Calls the card payment provider through its SDK, or the payment sandbox if one is configured. */
@Injectable()
export class PaymentProvider {
  private readonly stripe: Stripe;
  private readonly calls = new BoundedCalls();
  /** One for the events of the account itself, and one for those of connected accounts. */
  private readonly webhookSecrets: readonly string[];

  constructor(@Inject(CONFIG) { stripe }: Config) {
    this.stripe = stripeClient(stripe);
    this.webhookSecrets = stripe.webhookSecret.split(',');
  }

  /** Starts a card payment, or returns the one that the key has started. Throws `provider_unavailable`. */
  create(intent: NewIntent): Promise<PaymentIntent> {
    const { amount, currency, job, clientEmail, paymentId, idempotencyKey } = intent;
    const start = () =>
      this.stripe.paymentIntents.create(
        {
          amount,
          currency,
          allowed_payment_method_types: ['card'],
          description: `${jobNumber(job.id)} ${job.title}`.slice(0, MAX_DESCRIPTION_LENGTH),
          receipt_email: clientEmail,
          metadata: { jobId: String(job.id), paymentId: String(paymentId) },
        },
        { idempotencyKey },
      );
    return this.intentOf(() => start().catch((error: unknown) => afterConflict(error, start)));
  }

  /** Reads an intent. Throws `payment_mismatch` for an unknown one, or `provider_unavailable`. */
  retrieve(id: string): Promise<PaymentIntent> {
    return this.intentOf(() => this.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  }

  /** Reads refunds and disputes of a succeeded intent. Null for other intents. Throws `provider_unavailable`. */
  async returnedOf({
    status,
    chargeId,
  }: Pick<PaymentIntent, 'status' | 'chargeId'>): Promise<ReturnedMoney | null> {
    if (status !== 'succeeded' || chargeId === null) return null;
    try {
      const charge = await this.calls.run(() => this.stripe.charges.retrieve(chargeId));
      return {
        refundedAmount: charge.amount_refunded,
        refundedAt: charge.amount_refunded > 0 ? await this.newestRefund(chargeId) : null,
        ...(charge.disputed ? await this.disputesOf(chargeId) : { disputedAmount: 0, lostAmount: 0 }),
      };
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /**
   * Returns the money of an intent in the provider's balance, in the currency's smallest unit: its charge, less refunds and
   * disputes, before the provider's fees. `inquired` is the part of which banks only inquire: the provider still has it. Throws
   * `payment_mismatch` for an unknown intent, or `provider_unavailable`.
   */
  async balanceOf(intentId: string): Promise<{ balance: number; inquired: number }> {
    const { charges, refunds, disputes } = this.stripe;
    const ofIntent = { payment_intent: intentId, limit: LONGEST_PAGE };
    const ofCharge = 'data.balance_transaction';
    const ofRefund = [ofCharge, 'data.failure_balance_transaction'];
    try {
      const paid = await this.calls.run(() => charges.list({ ...ofIntent, expand: [ofCharge] }));
      const returned = await this.calls.run(() => refunds.list({ ...ofIntent, expand: ofRefund }));
      const disputed = await this.calls.run(() => disputes.list(ofIntent));
      const balance = sumOf([
        ...paid.data.map((charge) => charge.balance_transaction),
        ...returned.data.flatMap((refund) => [
          refund.balance_transaction,
          refund.failure_balance_transaction,
        ]),
        ...disputed.data.flatMap((dispute) => dispute.balance_transactions),
      ]);
      const inquiries = disputed.data.filter((one) => isOpen(one) && one.balance_transactions.length === 0);
      return { balance, inquired: sumOf(inquiries) };
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Cancels an intent if possible, and returns its current state. Throws `provider_unavailable`. */
  async cancel(id: string): Promise<PaymentIntent> {
    try {
      return toPaymentIntent(await this.calls.run(() => this.stripe.paymentIntents.cancel(id)));
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.retrieve(id);
      throw toProviderError(error);
    }
  }

  /** Throws `invalid_signature` unless the provider signed these bytes within five minutes of now, before or after. */
  verifySignature(body: Buffer, signature: string): void {
    const signedAt = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1]);
    const secondsLate = Math.round(Date.now() / 1000 - signedAt);
    if (
      secondsLate >= -SIGNATURE_TOLERANCE_SECONDS &&
      this.isSigned(body, signature, SIGNATURE_TOLERANCE_SECONDS)
    )
      return;
    const isWrongTimeAlone = Number.isFinite(secondsLate) && this.isSigned(body, signature, Infinity);
    throw new DomainError('invalid_signature', {
      timing: isWrongTimeAlone ? { reason: 'signature of an event', secondsLate } : undefined,
    });
  }

  private isSigned(body: Buffer, signature: string, toleranceSeconds: number): boolean {
    return this.webhookSecrets.some((secret) => {
      try {
        this.stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
        return true;
      } catch {
        return false;
      }
    });
  }

  /** Returns the time of the newest refund that has not failed. */
  private async newestRefund(charge: string): Promise<Date | null> {
    const { data } = await this.calls.run(() => this.stripe.refunds.list({ charge, limit: MOST_REFUNDS }));
    const newest = data.find(({ status }) => status !== 'failed' && status !== 'canceled');
    return newest ? new Date(newest.created * 1000) : null;
  }

  /** `charge.disputed` never becomes false again, so the status of the disputes decides. */
  private async disputesOf(charge: string): Promise<Pick<ReturnedMoney, 'disputedAmount' | 'lostAmount'>> {
    const { data } = await this.calls.run(() => this.stripe.disputes.list({ charge, limit: MOST_DISPUTES }));
    return {
      disputedAmount: sumOf(data.filter(isOpen)),
      lostAmount: sumOf(data.filter(({ status }) => status === 'lost')),
    };
  }

  private async intentOf(call: () => Promise<Stripe.PaymentIntent>): Promise<PaymentIntent> {
    try {
      return toPaymentIntent(await this.calls.run(call));
    } catch (error) {
      throw toProviderError(error);
    }
  }
}

/** The provider refuses one of two concurrent calls with the same key. This retries it once. */
async function afterConflict<T>(error: unknown, again: () => Promise<T>): Promise<T> {
  if (!isConflict(error)) throw error;
  await pause(CONFLICT_PAUSE_MS);
  return again();
}

function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const { id, status, amount, currency, metadata } = intent;
  const { client_secret: clientSecret, last_payment_error: failure, latest_charge: charge } = intent;
  if (clientSecret === null) throw new Error(`The provider sent no client secret for ${id}`);
  return {
    id,
    status: toIntentStatus(status),
    amount,
    currency,
    metadata,
    clientSecret,
    failureCode: failure?.decline_code ?? failure?.code ?? null,
    chargeId: typeof charge === 'object' ? (charge?.id ?? null) : charge,
    card: typeof charge === 'object' ? cardOf(charge) : null,
  };
}

const isOpen = ({ status }: Stripe.Dispute) => status !== 'lost' && !DECIDED_FOR_US.has(status);

/** Sums objects, which the provider has sent in full. */
function sumOf(objects: readonly ({ amount: number } | string | null | undefined)[]): number {
  const amounts = objects.map((one) => (typeof one === 'object' ? (one?.amount ?? 0) : 0));
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

function cardOf(charge: Stripe.Charge | null): PaymentIntent['card'] {
  const card = charge?.payment_method_details?.card;
  return card ? { brand: card.brand, last4: card.last4 } : null;
}
