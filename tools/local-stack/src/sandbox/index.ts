import type { AddressInfo } from 'node:net';
import { PaymentIntentService } from './payment-intents/payment-intent.service.ts';
import {
  DEFAULT_RETRY,
  DEFAULT_WEBHOOK_DELAY_MS,
  SANDBOX_KEYS,
  type SandboxOptions,
} from './sandbox.options.ts';
import { createServer } from './sandbox.server.ts';
import { SandboxStore } from './state/sandbox-store.ts';
import type { SentEvent } from './webhooks/payment-event.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';

export { SANDBOX_KEYS, type SandboxOptions } from './sandbox.options.ts';
export { stripeScript } from './browser-script.ts';
export type { SentEvent, PaymentEvent } from './webhooks/payment-event.ts';
export type { WebhookMode, WebhookSettings } from './webhooks/webhook-settings.ts';

/** A running payment sandbox. */
export interface Sandbox {
  /** Its address without a slash at the end, for the SDK's host, port and protocol. */
  url: string;
  port: number;
  /** Changes how webhooks are sent from now on, and where to. */
  configureWebhooks(change: Partial<WebhookSettings>): void;
  /** The events so far, oldest first, and what became of each. */
  events(): SentEvent[];
  /** Sends an event once more. @throws Error for an unknown id. */
  resend(eventId: string): void;
  /** Resolves when no webhook is on its way or waiting to be sent. */
  webhooksIdle(): Promise<void>;
  /** Stops at once; what has not been sent is kept for the next sandbox with the same state file. */
  close(): Promise<void>;
}

/**
 * Starts a stand-in for Stripe on the loopback interface: the part of its HTTP API and webhooks that the product uses,
 * and `/stripe.js` for the page.
 * @throws Error when the port is taken or the state file cannot be read.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { onError = reportFault, settleDelayMs = 0 } = options;
  const { webhookSecret, ...keys } = { ...SANDBOX_KEYS, ...options.keys };
  const store = await SandboxStore.open(options.stateFile);
  const save = () => void store.save().catch(onError);
  const sender = new WebhookSender({
    secret: webhookSecret,
    settings: {
      url: options.webhookUrl ?? null,
      mode: 'normal',
      delayMs: DEFAULT_WEBHOOK_DELAY_MS,
      ...options.webhooks,
    },
    retry: options.retry ?? DEFAULT_RETRY,
    onChange: save,
  });
  const service = new PaymentIntentService({
    store,
    send: (sent) => sender.send(sent),
    settleDelayMs,
    onError,
  });
  const server = createServer({ service, sender, store, keys, onError });
  await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const port = portOf(server.server.address());
  service.resume();
  for (const sent of store.events.values()) if (sent.delivery === 'pending') sender.resend(sent);

  let closed: Promise<void> | undefined;
  const close = async () => {
    service.close();
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
      if (!sent) throw new Error(`The payment sandbox knows no event ${eventId}.`);
      sender.resend(sent);
    },
    webhooksIdle: () => sender.idle(),
    // Once only: the next sandbox may own the state file by the time of a second call.
    close: () => (closed ??= close()),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The payment sandbox does not listen on a port.');
}

function reportFault(error: unknown): void {
  process.emitWarning(`Payment sandbox: ${error instanceof Error ? error.message : String(error)}`);
}
