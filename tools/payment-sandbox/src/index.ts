import type { AddressInfo } from 'node:net';
import { ChargeService } from './charges/charge.service.ts';
import { DisputeService } from './disputes/dispute.service.ts';
import { parseFault, type FaultRequest } from './faults/fault.ts';
import { FaultBook } from './faults/fault-book.ts';
import { PaymentIntentService } from './payment-intents/payment-intent.service.ts';
import { RefundService } from './refunds/refund.service.ts';
import {
  DEFAULT_REFUND_DELAY_MS,
  DEFAULT_RETRY,
  DEFAULT_WEBHOOK_DELAY_MS,
  SANDBOX_KEYS,
  type SandboxOptions,
} from './sandbox.options.ts';
import { createServer } from './sandbox.server.ts';
import { SandboxStore } from './state/sandbox-store.ts';
import { BY_ITSELF, EventOutbox } from './webhooks/event-outbox.ts';
import type { SentEvent } from './webhooks/payment-event.ts';
import { WebhookSender } from './webhooks/webhook-sender.ts';
import type { WebhookSettings } from './webhooks/webhook-settings.ts';

export { SANDBOX_KEYS, type SandboxOptions } from './sandbox.options.ts';
export type { FaultRequest } from './faults/fault.ts';
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
  /**
   * Lets something go wrong with the next calls that it is meant for. `met` resolves when the first of them is there;
   * `remove` takes the fault back, and lets the calls that it holds go on.
   */
  injectFault(fault: FaultRequest): { met: Promise<void>; remove(): void };
  /**
   * Lets the cardholder dispute the latest charge of an intent; answers the id of the dispute.
   * @throws Error when it took no money, or is disputed already.
   */
  dispute(intentId: string): Promise<string>;
  /** Changes how long the next confirmed payments stay `processing`, in milliseconds. */
  settleAfter(delayMs: number): void;
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
  const { onError = reportFault } = options;
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
  const parts = assemble(store, sender, options, onError);
  const { service, charges, refunds, disputes, faults, outbox } = parts;
  const server = createServer({ ...parts, sender, store, keys, onError });
  await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const port = portOf(server.server.address());
  service.resume();
  refunds.resume();
  for (const sent of store.events.values()) if (sent.delivery === 'pending') sender.resend(sent);

  let closed: Promise<void> | undefined;
  const close = async () => {
    service.close();
    refunds.close();
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
      if (!sent) throw new Error(`The payment sandbox knows no event ${eventId}.`);
      sender.resend(sent);
    },
    injectFault: (fault) => {
      const { id, met } = faults.add(parseFault(fault));
      return { met, remove: () => faults.remove(id) };
    },
    dispute: async (intentId) => {
      const { latestCharge } = service.find(intentId, { kind: 'secret' });
      const charge = charges.find(latestCharge ?? 'none');
      const { id } = disputes.open(charge, 'fraudulent', new Date(), BY_ITSELF);
      await outbox.commit();
      return id;
    },
    settleAfter: (delayMs) => service.settleAfter(delayMs),
    webhooksIdle: () => sender.idle(),
    // Once only: the next sandbox may own the state file by the time of a second call.
    close: () => (closed ??= close()),
  };
}

/** The parts that keep payments, charges, refunds and disputes, each with those that it needs. */
function assemble(
  store: SandboxStore,
  sender: WebhookSender,
  { settleDelayMs = 0, refundDelayMs = DEFAULT_REFUND_DELAY_MS }: SandboxOptions,
  onError: (error: unknown) => void,
) {
  const outbox = new EventOutbox(store, (sent) => sender.send(sent));
  const charges = new ChargeService(store);
  const disputes = new DisputeService({ store, charges, outbox });
  return {
    outbox,
    charges,
    disputes,
    faults: new FaultBook(),
    service: new PaymentIntentService({ store, charges, disputes, outbox, settleDelayMs, onError }),
    refunds: new RefundService({ store, charges, outbox, settleDelayMs: refundDelayMs, onError }),
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The payment sandbox does not listen on a port.');
}

function reportFault(error: unknown): void {
  process.emitWarning(`Payment sandbox: ${error instanceof Error ? error.message : String(error)}`);
}
