import type Stripe from 'stripe';
import { findCharge } from './charge.ts';
import type { Context } from './context.ts';
import { isChargedBack, ofCharge } from './dispute.ts';
import type { Cause } from './event.ts';
import type { Api } from './http/api.ts';
import { invalidRequest, noSuch } from './http/error.ts';
import type { Params } from './http/params.ts';
import { idOf, newId } from './ids.ts';
import { behaviourOf } from './payment-method.ts';
import type { Store } from './store.ts';

/** Refunds, under `/v1/refunds`. */
export class Refunds {
  readonly #context: Context;
  readonly #delayMs: number;

  /** @param delayMs duration of a refund that is not instant. */
  constructor(context: Context, delayMs: number) {
    this.#context = context;
    this.#delayMs = delayMs;
  }

  serve(api: Api): void {
    const { store } = this.#context;
    api.post('/v1/refunds', 'server', ({ params, cause }) => {
      const create = this.#readCreate(params);
      return () => create(cause);
    });
    api.collection(
      '/v1/refunds',
      (params) => [...store.refunds.values()].filter(ofCharge(params)),
      (id) => {
        const refund = store.refunds.get(id);
        if (!refund) throw noSuch('refund', id, 'refund');
        return refund;
      },
    );
  }

  /** Continues the refunds that the previous run left undecided. */
  resume(): void {
    for (const refund of this.#context.store.refunds.values()) this.#decideLater(refund);
  }

  #readCreate(params: Params): (cause: Cause) => Stripe.Refund {
    const charge = params.text('charge');
    const intent = params.text('payment_intent');
    const amount = params.integer('amount', { min: 1 });
    const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
    const metadata = params.metadata() ?? {};
    if (!charge === !intent) {
      throw invalidRequest(
        'One of the following params should be provided for this request: payment_intent or charge.',
        'parameter_missing',
      );
    }
    return (cause) => {
      const { store } = this.#context;
      const refundable = charge ? findCharge(store, charge, 400) : paidCharge(store, intent ?? '');
      return this.#create(refundable, { amount, reason, metadata }, cause);
    };
  }

  #create(
    charge: Stripe.Charge,
    given: { amount: number | undefined } & Pick<Stripe.Refund, 'metadata' | 'reason'>,
    cause: Cause,
  ): Stripe.Refund {
    const { store, outbox } = this.#context;
    const amount = refundableAmount(store, charge, given.amount);
    const pending = behaviourOfCharge(store, charge).refund === 'pending';
    const refund: Stripe.Refund = {
      id: newId('re'),
      object: 'refund',
      balance_transaction: null,
      charge: charge.id,
      created: cause.now,
      currency: charge.currency,
      customer: null,
      customer_account: null,
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      receipt_number: null,
      source_transfer_reversal: null,
      status: pending ? 'pending' : 'succeeded',
      transfer_reversal: null,
      ...given,
      amount,
    };
    const refunded = withRefunded(charge, charge.amount_refunded + amount);
    store.charges.set(charge.id, refunded);
    store.refunds.set(refund.id, refund);
    outbox.add({ type: 'refund.created', object: refund }, cause);
    outbox.add({ type: 'charge.refunded', object: refunded }, cause);
    this.#decideLater(refund);
    return refund;
  }

  #decideLater({ id, status, charge }: Stripe.Refund): void {
    const { store, timers } = this.#context;
    const { refund: course } = behaviourOfCharge(store, store.charges.get(idOf(charge)));
    if (course === 'pending' && status === 'pending') {
      timers.later(this.#delayMs, (cause) => this.#update(id, { status: 'succeeded' }, cause));
    }
    if (course === 'fails' && status === 'succeeded') {
      timers.later(this.#delayMs, (cause) => this.#fail(id, cause));
    }
  }

  #fail(id: string, cause: Cause): void {
    const { store, outbox } = this.#context;
    const refund = this.#update(id, { status: 'failed', failure_reason: 'expired_or_canceled_card' }, cause);
    const charge = refund && store.charges.get(idOf(refund.charge));
    if (!charge) return;
    store.charges.set(charge.id, withRefunded(charge, charge.amount_refunded - refund.amount));
    outbox.add({ type: 'refund.failed', object: refund }, cause);
  }

  #update(id: string, change: Partial<Stripe.Refund>, cause: Cause): Stripe.Refund | undefined {
    const { store, outbox } = this.#context;
    const refund = store.refunds.get(id);
    if (!refund) return undefined;
    const updated = { ...refund, ...change };
    store.refunds.set(id, updated);
    outbox.add({ type: 'refund.updated', object: updated }, cause);
    return updated;
  }
}

function behaviourOfCharge(store: Store, charge: Stripe.Charge | undefined) {
  return behaviourOf(store.paymentMethods.get(charge?.payment_method ?? ''));
}

function withRefunded(charge: Stripe.Charge, amount: number): Stripe.Charge {
  return { ...charge, amount_refunded: amount, refunded: amount === charge.amount };
}

function paidCharge(store: Store, intentId: string): Stripe.Charge {
  const intent = store.paymentIntents.get(intentId);
  if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent', 400);
  const charge = intent.status === 'succeeded' && store.charges.get(idOf(intent.latest_charge));
  if (charge) return charge;
  throw invalidRequest(
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    'payment_intent_unexpected_state',
  );
}

/** Returns the amount to refund: the given one, or the rest of the charge. */
function refundableAmount(store: Store, charge: Stripe.Charge, given: number | undefined): number {
  const rest = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded') {
    throw invalidRequest(
      `Charge ${charge.id} has not succeeded and cannot be refunded.`,
      'charge_not_refundable',
    );
  }
  if (isChargedBack(store, charge.id)) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  }
  if (rest === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  }
  const amount = given ?? rest;
  if (amount <= rest) return amount;
  throw invalidRequest(
    `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(rest)})`,
    'amount_too_large',
    'amount',
  );
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
