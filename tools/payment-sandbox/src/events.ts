import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
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
  | { type: 'account.updated'; object: Stripe.Account; account: string }
  | { type: `payout.${'created' | 'failed' | 'paid'}`; object: Stripe.Payout; account: string }
  | { type: 'charge.refunded'; object: Stripe.Charge }
  | { type: 'refund.created'; object: Stripe.Refund }
  | { type: `charge.dispute.${'closed' | 'created' | 'updated'}`; object: Stripe.Dispute };

/** An event as a webhook receives it. */
interface PaymentEvent extends Omit<Stripe.EventBase, 'data' | 'type'> {
  type: EventContent['type'];
  data: { object: EventContent['object'] };
}

/** An event and the state of its delivery. */
export interface SentEvent {
  event: PaymentEvent;
  /** False after the delivery, its last attempt, or if the settings withhold the event. */
  pending: boolean;
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
  add(content: EventContent): void {
    const { type, object } = content;
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
      ...('account' in content && { account: content.account }),
    };
    const sent: SentEvent = { event, pending: true };
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

export interface WebhookSettings {
  /** Address of the receiver; null withholds events. */
  url: string | null;
  /** The delivery of events: once, twice, with a wrong signature, or not at all. */
  mode: 'normal' | 'twice' | 'bad-signature' | 'never';
}

export interface RetryPlan {
  attempts: number;
  /** Pause after the first failure; each further pause is twice as long. */
  firstDelayMs: number;
}

const RESPONSE_TIMEOUT_MS = 10_000;
const WRONG_SECRET = 'whsec_of_another_account';

/** Sends signed events until the response is a 2xx, as the settings say. */
export class WebhookSender {
  readonly #secret: string;
  readonly #retry: RetryPlan;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #settings: WebhookSettings;

  /** @param secret signs the events. @param onChange called when a delivery has ended. */
  constructor(secret: string, settings: WebhookSettings, retry: RetryPlan, onChange: () => void) {
    this.#secret = secret;
    this.#settings = settings;
    this.#retry = retry;
    this.#onChange = onChange;
  }

  /** Changes the delivery of further events. */
  configure(change: Partial<WebhookSettings>): void {
    this.#settings = { ...this.#settings, ...change };
  }

  /** Starts the delivery of an event as the settings say. */
  send(sent: SentEvent): void {
    const { mode } = this.#settings;
    this.#start(sent, mode === 'never' ? 0 : mode === 'twice' ? 2 : 1);
  }

  /** Starts the delivery of an event at once, in any mode. */
  resend(sent: SentEvent): void {
    this.#start(sent, 1);
  }

  #start(sent: SentEvent, times: number): void {
    const deliver = async () => {
      for (let time = 1; time <= times; time++) await this.#deliver(sent.event);
      sent.pending = this.#closing.signal.aborted;
      this.#onChange();
    };
    const running = deliver().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when no delivery is in progress or scheduled. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops sending. Undelivered events stay pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  async #deliver(event: PaymentEvent): Promise<void> {
    const { attempts, firstDelayMs } = this.#retry;
    const { signal } = this.#closing;
    for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt++) {
      if (await this.#post(event)) return;
      const pauseMs = attempt < attempts ? firstDelayMs * 2 ** (attempt - 1) : 0;
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns whether the receiver accepted the event, or there is no receiver. */
  async #post(event: PaymentEvent): Promise<boolean> {
    const { url, mode } = this.#settings;
    if (url === null) return true;
    const payload = JSON.stringify(event, null, 2);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(payload, mode === 'bad-signature' ? WRONG_SECRET : this.#secret),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** Returns the `stripe-signature` header of a payload sent now. */
function signature(payload: string, secret: string): string {
  const timestamp = now();
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
