import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import type { PaymentIntent } from '../payment-intents/payment-intent.ts';
import type { PaymentEventType } from '../payment-intents/payment-intent.transitions.ts';
import { presentToServer } from '../payment-intents/payment-intent.view.ts';

/** The version of Stripe's API whose shapes the sandbox follows. */
export const API_VERSION = '2026-10-28.endive';

/** An event as a webhook receives it. */
export interface PaymentEvent {
  id: string;
  object: 'event';
  api_version: string;
  /** Seconds since 1970. */
  created: number;
  data: { object: Stripe.PaymentIntent };
  livemode: false;
  pending_webhooks: number;
  request: Stripe.Event.Request;
  type: PaymentEventType;
}

/** An event, and what has become of its delivery. */
export interface SentEvent {
  event: PaymentEvent;
  /** `withheld`: the switches or a missing address kept it back; `abandoned`: it was tried often enough. */
  delivery: 'pending' | 'delivered' | 'withheld' | 'abandoned';
  attempts: number;
}

/** An event that shows the intent as it is now. */
export function newPaymentEvent(
  type: PaymentEventType,
  intent: PaymentIntent,
  request: Stripe.Event.Request,
  now: Date,
): PaymentEvent {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: Math.floor(now.getTime() / 1000),
    data: { object: presentToServer(intent) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  };
}
