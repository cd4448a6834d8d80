import type { FastifyInstance } from 'fastify';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { SentEvent } from './payment-event.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { parseWebhookSettings } from './webhook-settings.ts';

interface RouteContext {
  sender: WebhookSender;
  events: ReadonlyMap<string, SentEvent>;
}

/** Serves the switches of the webhooks, which Stripe does not have, under `/sandbox`; in JSON. */
export function serveWebhookSwitches(app: FastifyInstance, { sender, events }: RouteContext): void {
  app.get('/sandbox/webhooks', () => sender.settings);

  app.post('/sandbox/webhooks', (request) => {
    sender.configure(parsedSettings(request.body));
    return sender.settings;
  });

  app.get('/sandbox/events', () => ({ data: [...events.values()] }));

  app.post<{ Params: { id: string } }>('/sandbox/events/:id/resend', (request) => {
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
}

function parsedSettings(body: unknown) {
  try {
    return parseWebhookSettings(body);
  } catch (error) {
    throw invalidRequest(error instanceof Error ? error.message : String(error), 'parameter_invalid');
  }
}
