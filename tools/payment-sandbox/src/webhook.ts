import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SentEvent } from './event.ts';

/** The delivery of events: at once, late, twice, in swapped pairs, with a wrong signature, or not at all. */
export type WebhookMode = 'normal' | 'late' | 'twice' | 'out-of-order' | 'bad-signature' | 'never';

export interface WebhookSettings {
  /** Address of the receiver; null withholds events. */
  url: string | null;
  mode: WebhookMode;
  /** Delay of `late`, pause of `twice`, and longest wait of `out-of-order` for a second event, in milliseconds. */
  delayMs: number;
}

export interface RetryPlan {
  attempts: number;
  /** Pause after the first failure; each further pause is twice as long. */
  firstDelayMs: number;
}

const ANSWER_TIMEOUT_MS = 10_000;
const WRONG_SECRET = 'whsec_of_another_account';

/** Sends signed events until they are answered with a 2xx, as the settings say. */
export class WebhookSender {
  readonly #secret: string;
  readonly #retry: RetryPlan;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #settings: WebhookSettings;
  /** Releases the event that waits for the next one. */
  #held: AbortController | null = null;

  /** @param secret signs the events. @param onChange called when the delivery state of an event has changed. */
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
    const { mode, delayMs } = this.#settings;
    if (mode === 'out-of-order') return this.#run(() => this.#swapWithNext(sent, delayMs));
    if (mode !== 'never') {
      return this.#run(async () => {
        await this.#deliver(sent, mode === 'late' ? delayMs : 0);
        if (mode === 'twice') await this.#deliver(sent, delayMs);
      });
    }
    sent.delivery = 'withheld';
    this.#onChange();
  }

  /** Starts the delivery of an event at once, in any mode. */
  resend(sent: SentEvent): void {
    this.#run(() => this.#deliver(sent));
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

  /** Holds an event until the next one is delivered, or the delay has passed. */
  async #swapWithNext(sent: SentEvent, delayMs: number): Promise<void> {
    const earlier = this.#held;
    this.#held = earlier ? null : new AbortController();
    const held = this.#held;
    if (held) await this.#pause(delayMs, held.signal);
    if (this.#held === held) this.#held = null;
    await this.#deliver(sent);
    earlier?.abort();
  }

  async #deliver(sent: SentEvent, delayMs = 0): Promise<void> {
    const { attempts, firstDelayMs } = this.#retry;
    sent.delivery = 'pending';
    await this.#pause(delayMs);
    for (let attempt = 1; attempt <= attempts && !this.#closing.signal.aborted; attempt++) {
      if (attempt > 1) await this.#pause(firstDelayMs * 2 ** (attempt - 2));
      const outcome = await this.#post(sent);
      if (outcome !== 'failed') {
        sent.delivery = outcome;
        return this.#onChange();
      }
    }
    if (this.#closing.signal.aborted) return;
    sent.delivery = 'abandoned';
    this.#onChange();
  }

  async #post(sent: SentEvent): Promise<'delivered' | 'withheld' | 'failed'> {
    const { url, mode } = this.#settings;
    if (url === null) return 'withheld';
    const payload = JSON.stringify(sent.event, null, 2);
    sent.attempts += 1;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature(payload, mode === 'bad-signature' ? WRONG_SECRET : this.#secret),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok ? 'delivered' : 'failed';
    } catch {
      return 'failed';
    }
  }

  /** Waits until the time has passed, the sender closes, or the signal aborts. */
  async #pause(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms === 0) return;
    const end = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    await sleep(ms, undefined, { signal: end }).catch(() => undefined);
  }

  #run(work: () => Promise<void>): void {
    const running = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}

/** Returns the `stripe-signature` header of a payload sent now. */
function signature(payload: string, secret: string): string {
  const timestamp = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
