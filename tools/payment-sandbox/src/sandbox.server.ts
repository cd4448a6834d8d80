import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { stripeScript } from './browser-script.ts';
import { serveCharges } from './charges/charge.routes.ts';
import type { ChargeService } from './charges/charge.service.ts';
import { serveDisputes } from './disputes/dispute.routes.ts';
import type { DisputeService } from './disputes/dispute.service.ts';
import type { FaultBook } from './faults/fault-book.ts';
import { letFaultsHappen } from './faults/fault.hooks.ts';
import { ApiError } from './http/api-error.ts';
import { authenticate, requireSecretKey, type ApiKeys } from './http/authenticate.ts';
import { errorBody } from './http/error-body.ts';
import { emptyForm, parseForm } from './http/form.ts';
import { newId } from './ids.ts';
import { servePaymentIntents } from './payment-intents/payment-intent.routes.ts';
import type { PaymentIntentService } from './payment-intents/payment-intent.service.ts';
import { serveRefunds } from './refunds/refund.routes.ts';
import type { RefundService } from './refunds/refund.service.ts';
import type { SandboxStore } from './state/sandbox-store.ts';
import { serveSwitches } from './switches.routes.ts';
import type { EventOutbox } from './webhooks/event-outbox.ts';
import { API_VERSION } from './webhooks/payment-event.ts';
import { serveWebhookSwitches } from './webhooks/webhook.routes.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';

export interface ServerContext {
  service: PaymentIntentService;
  charges: ChargeService;
  refunds: RefundService;
  disputes: DisputeService;
  faults: FaultBook;
  outbox: EventOutbox;
  sender: WebhookSender;
  store: SandboxStore;
  keys: ApiKeys;
  onError: (error: unknown) => void;
}

const BODY_LIMIT = 64 * 1024;

/** The sandbox's HTTP server: the API as Stripe's libraries call it, its own switches, and the script for the page. */
export function createServer(context: ServerContext): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    genReqId: () => newId('req'),
    routerOptions: { querystringParser: parseForm },
  });
  answerAsStripe(app, context.onError);
  app.register((api, _options, done) => {
    serveApi(api, context);
    done();
  });
  app.register((switches, _options, done) => {
    switches.addHook('onRequest', (request, _reply, authorized) => {
      requireSecretKey(authenticate(request.headers.authorization, emptyForm(), context.keys));
      authorized();
    });
    serveWebhookSwitches(switches, { sender: context.sender, events: context.store.events });
    serveSwitches(switches, context);
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

function answerAsStripe(app: FastifyInstance, onError: ServerContext['onError']): void {
  app.addHook('onRequest', (request, reply, done) => {
    const key = request.headers['idempotency-key'];
    reply.headers({ 'request-id': request.id, 'stripe-version': API_VERSION, 'cache-control': 'no-store' });
    if (key !== undefined) reply.header('idempotency-key', key);
    done();
  });

  app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => {
    const answered = error instanceof ApiError ? error : apiErrorOf(error);
    if (answered.status >= 500) onError(error);
    return reply.code(answered.status).send(errorBody(answered, 'publishable'));
  });

  app.setNotFoundHandler((request) => {
    throw new ApiError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.url}).`,
    });
  });
}

/** The calls of Stripe's API, in forms. */
function serveApi(api: FastifyInstance, context: ServerContext): void {
  const { service, charges, refunds, disputes, faults, outbox, store, keys } = context;
  api.removeAllContentTypeParsers();
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, parsed) => {
      try {
        parsed(null, parseForm(String(body)));
      } catch (error) {
        parsed(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
  letFaultsHappen(api, faults, store.answers);
  const posts = { outbox, answers: store.answers, keys };
  servePaymentIntents(api, { ...posts, service, charges });
  serveCharges(api, charges, keys);
  serveRefunds(api, refunds, posts);
  serveDisputes(api, disputes, posts);
}

function apiErrorOf(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  return status < 500
    ? new ApiError(status, { type: 'invalid_request_error', message: error.message })
    : new ApiError(500, { type: 'api_error', message: 'The payment sandbox failed; see its output.' });
}
