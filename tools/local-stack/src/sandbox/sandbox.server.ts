import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { stripeScript } from './browser-script.ts';
import { ApiError } from './http/api-error.ts';
import type { ApiKeys } from './http/authenticate.ts';
import { errorBody } from './http/error-body.ts';
import { parseForm } from './http/form.ts';
import { newId } from './ids.ts';
import { servePaymentIntents } from './payment-intents/payment-intent.routes.ts';
import type { PaymentIntentService } from './payment-intents/payment-intent.service.ts';
import type { SandboxStore } from './state/sandbox-store.ts';
import { API_VERSION } from './webhooks/payment-event.ts';
import { serveWebhookSwitches } from './webhooks/webhook.routes.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';

interface ServerContext {
  service: PaymentIntentService;
  sender: WebhookSender;
  store: SandboxStore;
  keys: ApiKeys;
  onError: (error: unknown) => void;
}

const BODY_LIMIT = 64 * 1024;

/** The sandbox's HTTP server: the API as Stripe's libraries call it, its own switches, and the script for the page. */
export function createServer({ service, sender, store, keys, onError }: ServerContext): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    genReqId: () => newId('req'),
    routerOptions: { querystringParser: parseForm },
  });

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

  app.register((api, _options, done) => {
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
    servePaymentIntents(api, { service, answers: store.answers, keys });
    done();
  });

  serveWebhookSwitches(app, { sender, events: store.events, keys });

  app.get('/stripe.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await stripeScript()),
  );

  return app;
}

function apiErrorOf(error: FastifyError): ApiError {
  const status = error.statusCode ?? 500;
  return status < 500
    ? new ApiError(status, { type: 'invalid_request_error', message: error.message })
    : new ApiError(500, { type: 'api_error', message: 'The payment sandbox failed; see its output.' });
}
