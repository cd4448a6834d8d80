import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { stripeScript } from './browser-script.ts';
import { API_VERSION } from './event.ts';
import { ApiError } from './http/error.ts';

const BODY_LIMIT = 64 * 1024;

/**
 * Creates the HTTP server of the sandbox: the API as Stripe's libraries call it, and the script for the page.
 * @param serveApi registers the calls of the API.
 */
export function createServer(
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
