import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { serveAccountPages } from './account-pages.ts';
import { Accounts } from './accounts.ts';
import { Api, keysOf, type SandboxKeys } from './api.ts';
import { serveBankPage } from './bank-page.ts';
import { ApiError, find } from './call.ts';
import { Charges } from './charges.ts';
import { API_VERSION, EventOutbox, WebhookSender } from './events.ts';
import type { RetryPlan, SentEvent, WebhookSettings } from './events.ts';
import { FaultInjection, type FaultRequest } from './faults.ts';
import { PaymentIntents } from './payment-intents.ts';
import { openStore } from './store.ts';
import { stripeScript } from './stripe-script.ts';
import { Transfers, type PayoutOutcome } from './transfers.ts';

export { stripeScript } from './stripe-script.ts';

export interface SandboxOptions {
  /** File that keeps state and keys over a restart. Without it, they are in memory only. */
  stateFile?: string;
  /** The keys. By default those in the state file, which are random. */
  keys?: SandboxKeys;
  /** Address of the webhook. No call of the API changes it. Without it, events are withheld. */
  webhookUrl?: string;
  webhooks?: Pick<WebhookSettings, 'mode'>;
  /** Attempts to deliver an event. */
  retry?: RetryPlan;
  /** Called with errors that no caller receives, such as a state file that is not writable. */
  onError?: (error: unknown) => void;
}

/** A running payment sandbox. */
export interface Sandbox {
  /** Address without a slash at the end, for the SDK's host, port and protocol. */
  url: string;
  port: number;
  keys: SandboxKeys;
  /** Changes the delivery of further webhooks. */
  configureWebhooks(change: Partial<WebhookSettings>): void;
  /** Returns the events with the states of their delivery, oldest first. */
  events(): SentEvent[];
  /** Sends an event again. @throws Error for an unknown id. */
  resend(eventId: string): void;
  /** Injects a fault. `met` resolves with the first failing call; `remove` ends the fault and releases held calls. */
  injectFault(fault: FaultRequest): { met: Promise<void>; remove(): void };
  /**
   * Opens a dispute of some cents of the charge of an intent, by default of what is not refunded. Returns its id.
   * @throws Error for an intent without that much money.
   */
  dispute(intentId: string, amount?: number): Promise<string>;
  /** Ends a payout, also one that was paid. @throws Error for an unknown id. */
  finishPayout(payoutId: string, outcome: PayoutOutcome): Promise<void>;
  /** Sets whether further payments stay `processing` after their confirmation; they do not at first. */
  holdPayments(held: boolean): void;
  /** Resolves when no webhook delivery is in progress or scheduled. */
  webhooksIdle(): Promise<void>;
  /** Stops at once. A sandbox with the same state file sends the remaining events. */
  close(): Promise<void>;
}

/** Ten attempts over about four minutes, so that an API that restarts receives its events. */
const DEFAULT_RETRY: RetryPlan = { attempts: 10, firstDelayMs: 500 };

const BODY_LIMIT = 64 * 1024;

/**
 * Starts a replacement of Stripe on a free loopback port: the part of its API and webhooks that the product uses, and
 * `/stripe.js` for the page.
 * @throws Error if the state file is not readable.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { onError = warn } = options;
  const store = await openStore(options.stateFile);
  const keys = options.keys ?? keysOf(store.keys);
  await store.save();
  const sender = new WebhookSender(
    keys.webhookSecret,
    { url: options.webhookUrl ?? null, mode: 'normal', ...options.webhooks },
    options.retry ?? DEFAULT_RETRY,
    () => void store.save().catch(onError),
  );
  const outbox = new EventOutbox(store, (sent) => sender.send(sent));
  const intents = new PaymentIntents(store, outbox);
  const charges = new Charges(store, outbox);
  const accounts = new Accounts(store, outbox);
  const transfers = new Transfers(store, outbox);
  const faults = new FaultInjection();

  const server = createServer((app) => {
    const api = new Api(app, { outbox, keys, responses: store.responses, faults });
    intents.serve(api);
    charges.serve(api);
    accounts.serve(api);
    transfers.serve(api);
    serveBankPage(app, intents, outbox);
    serveAccountPages(app, accounts, outbox);
  }, onError);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  for (const sent of store.events.values()) if (sent.pending) sender.resend(sent);

  let closed: Promise<void> | undefined;
  const close = async () => {
    faults.clear();
    await server.close();
    await sender.close();
    await store.save();
  };

  return {
    url,
    port: Number(new URL(url).port),
    keys,
    configureWebhooks: (change) => sender.configure(change),
    events: () => [...store.events.values()],
    resend: (eventId) => sender.resend(find(store.events, eventId, 'event')),
    injectFault: (fault) => faults.add(fault),
    dispute: async (intentId, amount) => {
      const { id } = charges.dispute(intentId, amount);
      await outbox.commit();
      return id;
    },
    finishPayout: async (payoutId, outcome) => {
      transfers.finish(payoutId, outcome);
      await outbox.commit();
    },
    holdPayments: (held) => {
      intents.held = held;
    },
    webhooksIdle: () => sender.idle(),
    // Closes once: another sandbox may use the state file at the time of a second call.
    close: () => (closed ??= close()),
  };
}

/**
 * Creates the HTTP server of the sandbox: the API as Stripe's libraries call it, and the script for the page.
 * @param serveApi registers the calls of the API.
 */
function createServer(
  serveApi: (api: FastifyInstance) => void,
  onError: (error: unknown) => void,
): FastifyInstance {
  // The gateway of the product forwards the address of the product.
  const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true, trustProxy: true });

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'stripe-version': API_VERSION, 'cache-control': 'no-store' });
    done();
  });

  app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send(error.body);
    const { statusCode = 500, message } = error;
    if (statusCode >= 500) onError(error);
    return reply
      .code(statusCode)
      .send({ error: { type: statusCode < 500 ? 'invalid_request_error' : 'api_error', message } });
  });

  app.register((api, _options, done) => {
    serveApi(api);
    done();
  });

  app.get('/stripe.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await stripeScript()),
  );
  return app;
}

function warn(error: unknown): void {
  process.emitWarning(`Payment sandbox: ${error instanceof Error ? error.message : String(error)}`);
}
