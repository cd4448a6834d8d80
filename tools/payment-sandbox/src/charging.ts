import type Stripe from 'stripe';
import { chargeOf, settled } from './charge.ts';
import type { Context } from './context.ts';
import type { Disputes } from './dispute.ts';
import { idOf, newId } from './ids.ts';
import { behaviourOf } from './payment-method.ts';
import { DECLINES } from './test-cards.ts';

type Intent = Stripe.PaymentIntent;
type Event = 'canceled' | 'payment_failed' | 'processing' | 'succeeded';
export type Failure = Stripe.PaymentIntent.LastPaymentError & { message: string };

/** The intent after an attempt to pay it, with the failure of the attempt. */
export interface Attempt {
  intent: Intent;
  failure?: Failure;
}

/** Charges cards for payment intents. */
export class Charging {
  /** Duration of the state `processing` after a charge, in milliseconds; 0 for none. */
  settleDelayMs = 0;
  readonly #context: Context;
  readonly #disputes: Disputes;

  constructor(context: Context, disputes: Disputes) {
    this.#context = context;
    this.#disputes = disputes;
  }

  /** Continues the payments that the previous run left in the state `processing`. */
  resume(): void {
    for (const { id, status } of this.#context.store.paymentIntents.values()) {
      if (status === 'processing') this.#settleLater(id);
    }
  }

  /** Stores a changed intent and adds the event of the change. */
  keep(intent: Intent, event: Event): Intent {
    this.#context.store.paymentIntents.set(intent.id, intent);
    this.#context.outbox.add({ type: `payment_intent.${event}`, object: intent });
    return intent;
  }

  charge(intent: Intent, method: Stripe.PaymentMethod): Attempt {
    const { decline } = behaviourOf(method);
    const id = newId('ch');
    const status = decline ? 'failed' : this.settleDelayMs > 0 ? 'pending' : 'succeeded';
    const failure = decline && { type: 'card_error' as const, ...DECLINES[decline], charge: id };
    const charged: Intent = { ...intent, latest_charge: id, next_action: null };
    const charge = chargeOf(charged, method, { id, status, ...(failure && { failure }) });
    this.#context.store.charges.set(id, charge);
    if (failure) return this.fail(charged, failure);
    if (status === 'succeeded') return { intent: this.#succeed(charged) };
    const processing = this.keep({ ...charged, status: 'processing' }, 'processing');
    this.#settleLater(intent.id);
    return { intent: processing };
  }

  /** Records a failed attempt; the intent then requires another card. */
  fail(intent: Intent, failure: Failure): Attempt {
    const failed: Intent = {
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: failure,
    };
    return { intent: this.keep(failed, 'payment_failed'), failure };
  }

  #succeed(intent: Intent): Intent {
    const { store } = this.#context;
    const succeeded: Intent = { ...intent, status: 'succeeded', amount_received: intent.amount };
    const paid = this.keep(succeeded, 'succeeded');
    const method = store.paymentMethods.get(idOf(paid.payment_method));
    for (const dispute of behaviourOf(method).disputes ?? []) {
      const charge = store.charges.get(idOf(paid.latest_charge));
      if (charge) this.#disputes.open(charge, dispute);
    }
    return paid;
  }

  #settleLater(id: string): void {
    const { store } = this.#context;
    this.#context.later(this.settleDelayMs, () => {
      const intent = store.paymentIntents.get(id);
      const charge = store.charges.get(idOf(intent?.latest_charge));
      if (intent?.status !== 'processing' || !charge) return;
      store.charges.set(charge.id, settled(charge));
      this.#succeed(intent);
    });
  }
}
