import { setTimeout as sleep } from 'node:timers/promises';
import type { SentEvent } from './payment-event.ts';
import { signatureHeader } from './signature.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface RetryPlan {
  /** How often an event is tried in all. */
  attempts: number;
  /** The pause after the first failure; each further one is twice as long. */
  firstDelayMs: number;
}

interface WebhookSenderOptions {
  secret: string;
  settings: WebhookSettings;
  retry: RetryPlan;
  /** Called when the fate of an event has changed. */
  onChange: () => void;
}

const ANSWER_TIMEOUT_MS = 10_000;
const WRONG_SECRET = 'whsec_of_somebody_else';

/** Sends signed events until they are answered with a 2xx, in the way that the settings ask for. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #settings: WebhookSettings;
  #held: { sent: SentEvent; release: AbortController } | null = null;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#settings = options.settings;
  }

  get settings(): WebhookSettings {
    return this.#settings;
  }

  /** Changes how the next events are sent. */
  configure(change: Partial<WebhookSettings>): void {
    this.#settings = { ...this.#settings, ...change };
  }

  /** Sends an event as the settings say; without waiting for it. */
  send(sent: SentEvent): void {
    const { mode, delayMs } = this.#settings;
    switch (mode) {
      case 'never':
        sent.delivery = 'withheld';
        return this.#options.onChange();
      case 'normal':
      case 'bad-signature':
        return this.#run(() => this.#deliver(sent));
      case 'late':
        return this.#run(() => this.#deliver(sent, delayMs));
      case 'twice':
        return this.#run(async () => {
          await this.#deliver(sent);
          await this.#deliver(sent, delayMs);
        });
      case 'out-of-order':
        return this.#swapWithNext(sent, delayMs);
    }
  }

  /** Sends an event once more, whatever the settings and its fate say. */
  resend(sent: SentEvent): void {
    this.#run(() => this.#deliver(sent));
  }

  /** Resolves when nothing is on its way or waiting to be sent. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops sending. Events that have not arrived stay pending. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  #swapWithNext(sent: SentEvent, delayMs: number): void {
    const earlier = this.#held;
    if (earlier) {
      this.#held = null;
      this.#run(async () => {
        await this.#deliver(sent);
        earlier.release.abort();
      });
      return;
    }
    const release = new AbortController();
    this.#held = { sent, release };
    this.#run(async () => {
      await this.#pause(delayMs, release.signal);
      if (this.#held?.sent === sent) this.#held = null;
      await this.#deliver(sent);
    });
  }

  async #deliver(sent: SentEvent, delayMs = 0): Promise<void> {
    const { attempts, firstDelayMs } = this.#options.retry;
    sent.delivery = 'pending';
    await this.#pause(delayMs);
    for (let attempt = 1; attempt <= attempts && !this.#closing.signal.aborted; attempt++) {
      if (attempt > 1) await this.#pause(firstDelayMs * 2 ** (attempt - 2));
      const outcome = await this.#post(sent);
      if (outcome !== 'failed') {
        sent.delivery = outcome;
        return this.#options.onChange();
      }
    }
    if (this.#closing.signal.aborted) return;
    sent.delivery = 'abandoned';
    this.#options.onChange();
  }

  async #post(sent: SentEvent): Promise<'delivered' | 'withheld' | 'failed'> {
    const { url, mode } = this.#settings;
    if (url === null) return 'withheld';
    const secret = mode === 'bad-signature' ? WRONG_SECRET : this.#options.secret;
    const payload = JSON.stringify(sent.event, null, 2);
    sent.attempts += 1;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, secret, Math.floor(Date.now() / 1000)),
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

  /** Waits, but no longer than until the sender closes or the signal comes. */
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
