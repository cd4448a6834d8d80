import type { SandboxStore } from '../state/sandbox-store.ts';
import { newPaymentEvent, type PaymentEventContent, type SentEvent } from './payment-event.ts';

/** The API call that a change comes from, as events name it. */
export interface Origin {
  requestId: string | null;
  idempotencyKey: string | null;
}

/** A change that nobody asked for: time has passed, or the payer's bank has spoken. */
export const BY_ITSELF: Origin = { requestId: null, idempotencyKey: null };

/** Events of changes that have been made, until the changes are kept. */
export class EventOutbox {
  readonly #store: SandboxStore;
  readonly #send: (sent: SentEvent) => void;
  #waiting: SentEvent[] = [];

  constructor(store: SandboxStore, send: (sent: SentEvent) => void) {
    this.#store = store;
    this.#send = send;
  }

  /** Tells of a change, by the object as it is now. */
  add(content: PaymentEventContent, now: Date, { requestId, idempotencyKey }: Origin): void {
    const request = { id: requestId, idempotency_key: idempotencyKey };
    const sent: SentEvent = {
      event: newPaymentEvent(content, request, now),
      delivery: 'pending',
      attempts: 0,
    };
    this.#store.events.set(sent.event.id, sent);
    this.#waiting.push(sent);
  }

  /** Keeps what has changed, then sends the events that tell of it. */
  async commit(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#store.save();
    for (const sent of waiting) this.#send(sent);
  }
}
