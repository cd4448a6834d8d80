import type { AddressInfo } from 'node:net';
import { findCharge, serveCharges } from './charge.ts';
import { Timers } from './context.ts';
import { Disputes } from './dispute.ts';
import { EventOutbox, withoutRequest, type SentEvent } from './event.ts';
import { FaultInjection, type FaultRequest } from './fault-injection.ts';
import { Api } from './http/api.ts';
import { PaymentIntents } from './payment-intent.ts';
import { Refunds } from './refund.ts';
import { createServer } from './server.ts';
import { Store } from './store.ts';
import { WebhookSender, type RetryPlan, type WebhookSettings } from './webhook.ts';
import { idOf } from './ids.ts';

export { SANDBOX_KEYS } from './http/authenticate.ts';
export { stripeScript } from './browser-script.ts';

export interface SandboxOptions {
  /** File that keeps the state over a restart. Without it, the state is in memory only. */
  stateFile?: string;
  /** Address of the webhook. Without it, events are withheld. */
  webhookUrl?: string;
  webhooks?: Partial<Omit<WebhookSettings, 'url'>>;
  /** Attempts to deliver an event. */
  retry?: RetryPlan;
  /** Duration of a refund that is not instant, in milliseconds. */
  refundDelayMs?: number;
  /** Called with errors that no caller receives, such as a state file that is not writable. */
  onError?: (error: unknown) => void;
}

/** A running payment sandbox. */
export interface Sandbox {
  /** Address without a slash at the end, for the SDK's host, port and protocol. */
  url: string;
  port: number;
  /** Changes the delivery of further webhooks. */
  configureWebhooks(change: Partial<WebhookSettings>): void;
  /** Returns the events with their delivery states, oldest first. */
  events(): SentEvent[];
  /** Sends an event again. @throws Error for an unknown id. */
  resend(eventId: string): void;
  /** Injects a fault. `met` resolves with the first failing call; `remove` ends the fault and releases held calls. */
  injectFault(fault: FaultRequest): { met: Promise<void>; remove(): void };
  /** Opens a dispute of the charge of an intent and returns its id. @throws Error for an intent without money. */
  dispute(intentId: string): Promise<string>;
  /** Sets how long further payments are `processing` after their confirmation, in milliseconds; 0 at first. */
  settleAfter(delayMs: number): void;
  /** Resolves when no webhook delivery is in progress or scheduled. */
  webhooksIdle(): Promise<void>;
  /** Stops at once. A sandbox with the same state file sends the remaining events. */
  close(): Promise<void>;
}

/** Ten attempts over about four minutes, so that an API that restarts receives its events. */
const DEFAULT_RETRY: RetryPlan = { attempts: 10, firstDelayMs: 500 };
const DEFAULT_DELAY_MS = 3000;

/**
 * Starts a replacement of Stripe on a free loopback port: the part of its API and webhooks that the product uses, and
 * `/stripe.js` for the page.
 * @throws Error if the state file is not readable.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { refundDelayMs = DEFAULT_DELAY_MS, onError = warn } = options;
  const store = await Store.open(options.stateFile);
  const sender = new WebhookSender(
    { url: options.webhookUrl ?? null, mode: 'normal', delayMs: DEFAULT_DELAY_MS, ...options.webhooks },
    options.retry ?? DEFAULT_RETRY,
    () => void store.save().catch(onError),
  );
  const outbox = new EventOutbox(store, (sent) => sender.send(sent));
  const timers = new Timers(() => void outbox.commit().catch(onError));
  const context = { store, outbox, timers };
  const disputes = new Disputes(context);
  const intents = new PaymentIntents(context, disputes);
  const refunds = new Refunds(context, refundDelayMs);
  const faults = new FaultInjection();

  const server = createServer((app) => {
    const api = new Api(app, { outbox, keys: store.keys, faults });
    intents.serve(api);
    serveCharges(api, store);
    refunds.serve(api);
    disputes.serve(api);
  }, onError);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const port = portOf(server.server.address());
  intents.resume();
  refunds.resume();
  for (const sent of store.events.values()) if (sent.delivery === 'pending') sender.resend(sent);

  let closed: Promise<void> | undefined;
  const close = async () => {
    timers.close();
    faults.clear();
    await server.close();
    await sender.close();
    await store.save();
  };

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    configureWebhooks: (change) => sender.configure(change),
    events: () => [...store.events.values()],
    resend: (eventId) => {
      const sent = store.events.get(eventId);
      if (!sent) throw new Error(`The payment sandbox has no event ${eventId}.`);
      sender.resend(sent);
    },
    injectFault: (fault) => faults.add(fault),
    dispute: async (intentId) => {
      const charge = findCharge(store, idOf(store.paymentIntents.get(intentId)?.latest_charge));
      const { id } = disputes.open(charge, { reason: 'fraudulent' }, withoutRequest());
      await outbox.commit();
      return id;
    },
    settleAfter: (delayMs) => {
      intents.settleDelayMs = delayMs;
    },
    webhooksIdle: () => sender.idle(),
    // Closes once: another sandbox may use the state file at the time of a second call.
    close: () => (closed ??= close()),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The payment sandbox does not listen on a port.');
}

function warn(error: unknown): void {
  process.emitWarning(`Payment sandbox: ${error instanceof Error ? error.message : String(error)}`);
}
