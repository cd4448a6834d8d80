import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { DisputeEventType } from '../disputes/dispute.ts';
import type { PaymentEventType } from '../payment-intents/payment-intent.transitions.ts';
import type { RefundEventType } from '../refunds/refund.ts';

/** The version of Stripe's API whose shapes the sandbox follows. */
export const API_VERSION = '2026-10-28.endive';

/** What happened, and the object that it happened to, as it is then. */
export type PaymentEventContent =
  | { type: PaymentEventType; object: Stripe.PaymentIntent }
  | { type: 'charge.refunded'; object: Stripe.Charge }
  | { type: RefundEventType; object: Stripe.Refund }
  | { type: DisputeEventType; object: Stripe.Dispute };

/** An event as a webhook receives it. */
export interface PaymentEvent {
  id: string;
  object: 'event';
  api_version: string;
  /** Seconds since 1970. */
  created: number;
  data: { object: PaymentEventContent['object'] };
  livemode: false;
  pending_webhooks: number;
  request: Stripe.Event.Request;
  type: PaymentEventContent['type'];
}

/** An event, and what has become of its delivery. */
export interface SentEvent {
  event: PaymentEvent;
  /** `withheld`: the switches or a missing address kept it back; `abandoned`: it was tried often enough. */
  delivery: 'pending' | 'delivered' | 'withheld' | 'abandoned';
  attempts: number;
}

export function newPaymentEvent(
  { type, object }: PaymentEventContent,
  request: Stripe.Event.Request,
  now: Date,
): PaymentEvent {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: Math.floor(now.getTime() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  };
}
