import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { isChargedBack, ofCharge } from './dispute.ts';
import type { Api } from './http/api.ts';
import { find, invalidRequest } from './http/error.ts';
import type { Params } from './http/params.ts';
import { idOf, newId, now, nulls } from './ids.ts';
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
    api.post('/v1/refunds', 'server', ({ params }) => {
      const chargeOf = readCharge(params);
      const amount = params.integer('amount', { min: 1 });
      const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
      const metadata = params.metadata();
      return () => this.#create(chargeOf(this.#context.store), { amount, reason, metadata });
    });
    api.collection('/v1/refunds', this.#context.store.refunds, ofCharge);
  }

  /** Continues the refunds that the previous run left undecided. */
  resume(): void {
    for (const refund of this.#context.store.refunds.values()) this.#decideLater(refund);
  }

  #create(
    charge: Stripe.Charge,
    given: { amount: number | undefined } & Pick<Stripe.Refund, 'metadata' | 'reason'>,
  ): Stripe.Refund {
    const { store, outbox } = this.#context;
    const amount = refundableAmount(store, charge, given.amount);
    const pending = behaviourOfCharge(store, charge).refund === 'pending';
    const refund: Stripe.Refund = {
      ...nulls('balance_transaction customer customer_account receipt_number'),
      ...nulls('source_transfer_reversal transfer_reversal'),
      id: newId('re'),
      object: 'refund',
      charge: charge.id,
      created: now(),
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      status: pending ? 'pending' : 'succeeded',
      ...given,
      amount,
    };
    const refunded = withRefunded(charge, charge.amount_refunded + amount);
    store.charges.set(charge.id, refunded);
    store.refunds.set(refund.id, refund);
    outbox.add({ type: 'refund.created', object: refund });
    outbox.add({ type: 'charge.refunded', object: refunded });
    this.#decideLater(refund);
    return refund;
  }

  #decideLater({ id, status, charge }: Stripe.Refund): void {
    const { store } = this.#context;
    const { refund: course } = behaviourOfCharge(store, store.charges.get(idOf(charge)));
    if (course === 'pending' && status === 'pending') {
      this.#context.later(this.#delayMs, () => this.#update(id, { status: 'succeeded' }));
    }
    if (course === 'fails' && status === 'succeeded') {
      this.#context.later(this.#delayMs, () => this.#fail(id));
    }
  }

  #fail(id: string): void {
    const { store, outbox } = this.#context;
    const refund = this.#update(id, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    const charge = refund && store.charges.get(idOf(refund.charge));
    if (!charge) return;
    store.charges.set(charge.id, withRefunded(charge, charge.amount_refunded - refund.amount));
    outbox.add({ type: 'refund.failed', object: refund });
  }

  #update(id: string, change: Partial<Stripe.Refund>): Stripe.Refund | undefined {
    const { store, outbox } = this.#context;
    const refund = store.refunds.get(id);
    if (!refund) return undefined;
    const updated = { ...refund, ...change };
    store.refunds.set(id, updated);
    outbox.add({ type: 'refund.updated', object: updated });
    return updated;
  }
}

function behaviourOfCharge(store: Store, charge: Stripe.Charge | undefined) {
  return behaviourOf(store.paymentMethods.get(charge?.payment_method ?? ''));
}

function withRefunded(charge: Stripe.Charge, amount: number): Stripe.Charge {
  return { ...charge, amount_refunded: amount, refunded: amount === charge.amount };
}

/** Reads the charge to refund, by its id or by the id of its payment intent. */
function readCharge(params: Params): (store: Store) => Stripe.Charge {
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  if (charge && !intent) return (store) => find(store.charges, charge, { object: 'charge', status: 400 });
  if (intent && !charge) return (store) => paidCharge(store, intent);
  throw invalidRequest(
    'One of the following params should be provided for this request: payment_intent or charge.',
    'parameter_missing',
  );
}

function paidCharge(store: Store, id: string): Stripe.Charge {
  const intent = find(store.paymentIntents, id, { object: 'payment_intent', status: 400 });
  const charge = intent.status === 'succeeded' && store.charges.get(idOf(intent.latest_charge));
  if (charge) return charge;
  throw invalidRequest(
    `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    'payment_intent_unexpected_state',
  );
}

/** Returns the amount to refund: the given one, or the rest of the charge. */
function refundableAmount(store: Store, charge: Stripe.Charge, given: number | undefined): number {
  const rest = charge.amount - charge.amount_refunded;
  const refusal: [code: string, problem: string] | false =
    (charge.status !== 'succeeded' && [
      'charge_not_refundable',
      'has not succeeded and cannot be refunded',
    ]) ||
    (isChargedBack(store, charge.id) && [
      'charge_disputed',
      'has been charged back; cannot issue a refund',
    ]) ||
    (rest === 0 && ['charge_already_refunded', 'has already been refunded']);
  if (refusal) throw invalidRequest(`Charge ${charge.id} ${refusal[1]}.`, refusal[0]);
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
