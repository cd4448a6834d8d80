import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import { authenticate, requireSecretKey, type ApiKeys } from '../http/authenticate.ts';
import { emptyForm } from '../http/form.ts';
import type { SentEvent } from './payment-event.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { parseWebhookSettings } from './webhook-settings.ts';

interface RouteContext {
  sender: WebhookSender;
  events: ReadonlyMap<string, SentEvent>;
  keys: ApiKeys;
}

/** Serves the switches of the webhooks, which Stripe does not have, under `/sandbox`; for the secret key, in JSON. */
export function serveWebhookSwitches(app: FastifyInstance, { sender, events, keys }: RouteContext): void {
  app.get('/sandbox/webhooks', (request) => {
    requireServer(request);
    return sender.settings;
  });

  app.post('/sandbox/webhooks', (request) => {
    requireServer(request);
    sender.configure(parsedSettings(request.body));
    return sender.settings;
  });

  app.get('/sandbox/events', (request) => {
    requireServer(request);
    return { data: [...events.values()] };
  });

  app.post<{ Params: { id: string } }>('/sandbox/events/:id/resend', (request) => {
    requireServer(request);
    const sent = events.get(request.params.id);
    if (!sent) {
      throw new ApiError(404, {
        type: 'invalid_request_error',
        message: `No such event: '${request.params.id}'`,
      });
    }
    sender.resend(sent);
    return sent;
  });

  function requireServer(request: FastifyRequest): void {
    requireSecretKey(authenticate(request.headers.authorization, emptyForm(), keys));
  }
}

function parsedSettings(body: unknown) {
  try {
    return parseWebhookSettings(body);
  } catch (error) {
    throw invalidRequest(error instanceof Error ? error.message : String(error), 'parameter_invalid');
  }
}
