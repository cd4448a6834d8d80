import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { serveBankPage } from './bank-page.ts';
import { Charging } from './charging.ts';
import { Disputes } from './dispute.ts';
import { EventOutbox, API_VERSION, type SentEvent } from './event.ts';
import { FaultInjection, type FaultRequest } from './fault-injection.ts';
import { Api } from './http/api.ts';
import { keysOf, type SandboxKeys } from './http/authenticate.ts';
import { find, ApiError } from './http/error.ts';
import { IdempotencyKeys } from './http/idempotency.ts';
import { PaymentIntents } from './payment-intent.ts';
import { Refunds } from './refund.ts';
import { openStore } from './store.ts';
import { WebhookSender, type RetryPlan, type WebhookSettings } from './webhook.ts';
import { idOf } from './ids.ts';
import { stripeScript } from './browser-script.ts';

const BODY_LIMIT = 64 * 1024;

/**
 * Creates the HTTP server of the sandbox: the API as Stripe's libraries call it, and the script for the page.
 * @param serveApi registers the calls of the API.
 */
function createServer(
  serveApi: (api: FastifyInstance) => void,
  onError: (error: unknown) => void,
): FastifyInstance {
  const app = Fastify({ bodyLimit: BODY_LIMIT, forceCloseConnections: true });

  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'stripe-version': API_VERSION, 'cache-control': 'no-store' });
    done();
  });

  app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => {
    const answer = error instanceof ApiError ? error : apiErrorOf(error);
    if (answer.status >= 500) onError(error);
    return reply.code(answer.status).send(answer.body);
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

function apiErrorOf({ statusCode = 500, message }: FastifyError): ApiError {
  return statusCode < 500
    ? new ApiError(statusCode, { type: 'invalid_request_error', message })
    : new ApiError(500, { type: 'api_error', message: 'The payment sandbox failed; see its output.' });
}

export { stripeScript } from './browser-script.ts';

export interface SandboxOptions {
  /** File that keeps state and keys over a restart. Without it, they are in memory only. */
  stateFile?: string;
  /** The keys. By default those in the state file, which are random. */
  keys?: SandboxKeys;
  /** Address of the webhook. No call of the API changes it. Without it, events are withheld. */
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
  keys: SandboxKeys;
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
  const store = await openStore(options.stateFile);
  const keys = options.keys ?? keysOf(store.keys);
  await store.save();
  const sender = new WebhookSender(
    keys.webhookSecret,
    { url: options.webhookUrl ?? null, mode: 'normal', delayMs: DEFAULT_DELAY_MS, ...options.webhooks },
    options.retry ?? DEFAULT_RETRY,
    () => void store.save().catch(onError),
  );
  const outbox = new EventOutbox(store, (sent) => sender.send(sent));
  const timers = new Set<NodeJS.Timeout>();
  const later = (delayMs: number, change: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      change();
      outbox.commit().catch(onError);
    }, delayMs);
    timers.add(timer);
  };
  const context = { store, outbox, later };
  const disputes = new Disputes(context);
  const charging = new Charging(context, disputes);
  const refunds = new Refunds(context, refundDelayMs);
  const faults = new FaultInjection();

  const server = createServer((app) => {
    const api = new Api(app, { outbox, keys, idempotency: new IdempotencyKeys(store.answers), faults });
    const intents = new PaymentIntents(store, charging);
    intents.serve(api);
    serveBankPage(app, intents, outbox);
    api.collection('/v1/charges', store.charges, (params) => {
      const intent = params.text('payment_intent');
      return ({ payment_intent: id }) => intent === undefined || intent === id;
    });
    refunds.serve(api);
    disputes.serve(api);
  }, onError);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  charging.resume();
  refunds.resume();
  for (const sent of store.events.values()) if (sent.delivery === 'pending') sender.resend(sent);

  let closed: Promise<void> | undefined;
  const close = async () => {
    for (const timer of timers) clearTimeout(timer);
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
    resend: (eventId) => {
      sender.resend(find(store.events, eventId, { object: 'event' }));
    },
    injectFault: (fault) => faults.add(fault),
    dispute: async (intentId) => {
      const intent = find(store.paymentIntents, intentId, { object: 'payment_intent' });
      const charge = find(store.charges, idOf(intent.latest_charge), { object: 'charge' });
      const { id } = disputes.open(charge, { reason: 'fraudulent' });
      await outbox.commit();
      return id;
    },
    settleAfter: (delayMs) => {
      charging.settleDelayMs = delayMs;
    },
    webhooksIdle: () => sender.idle(),
    // Closes once: another sandbox may use the state file at the time of a second call.
    close: () => (closed ??= close()),
  };
}

function warn(error: unknown): void {
  process.emitWarning(`Payment sandbox: ${error instanceof Error ? error.message : String(error)}`);
}
