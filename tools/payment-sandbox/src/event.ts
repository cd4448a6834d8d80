import type Stripe from 'stripe';
import { newId, now } from './ids.ts';

/** Version of Stripe's API that the sandbox implements. */
export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/** The type of an event, and the object after the change. */
type EventContent =
  | {
      type: `payment_intent.${'canceled' | 'payment_failed' | 'processing' | 'succeeded'}`;
      object: Stripe.PaymentIntent;
    }
  | { type: 'charge.refunded'; object: Stripe.Charge }
  | { type: `refund.${'created' | 'failed' | 'updated'}`; object: Stripe.Refund }
  | { type: DisputeEventType; object: Stripe.Dispute };

export type DisputeEventType =
  `charge.dispute.${'closed' | 'created' | 'funds_reinstated' | 'funds_withdrawn' | 'updated'}`;

/** An event as a webhook receives it. */
interface PaymentEvent extends Omit<Stripe.EventBase, 'data' | 'type'> {
  type: EventContent['type'];
  data: { object: EventContent['object'] };
}

/** An event and the state of its delivery. */
export interface SentEvent {
  event: PaymentEvent;
  /** `withheld`: the settings or a missing address prevent delivery; `abandoned`: all attempts failed. */
  delivery: 'pending' | 'delivered' | 'withheld' | 'abandoned';
  attempts: number;
}

interface EventStore {
  events: Map<string, SentEvent>;
  save(): Promise<void>;
}

/** Events of changes that are not saved yet. */
export class EventOutbox {
  readonly #store: EventStore;
  readonly #send: (sent: SentEvent) => void;
  #waiting: SentEvent[] = [];

  constructor(store: EventStore, send: (sent: SentEvent) => void) {
    this.#store = store;
    this.#send = send;
  }

  /** Adds an event with the current state of its object. */
  add({ type, object }: EventContent): void {
    const event: PaymentEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    const sent: SentEvent = { event, delivery: 'pending', attempts: 0 };
    this.#store.events.set(event.id, sent);
    this.#waiting.push(sent);
  }

  /** Saves the changes, then sends their events. */
  async commit(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#store.save();
    for (const sent of waiting) this.#send(sent);
  }
}
