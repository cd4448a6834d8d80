import type { FastifyInstance } from 'fastify';
import { readCall, type ApiRoute } from '../http/api-call.ts';
import { presentList } from '../http/api-list.ts';
import { requireSecretKey, type ApiKeys } from '../http/authenticate.ts';
import type { ChargeService } from './charge.service.ts';
import { presentCharge } from './charge.view.ts';

const PATH = '/v1/charges';

/** Serves the charges under `/v1/charges`, to be read; payment intents make them. */
export function serveCharges(app: FastifyInstance, charges: ChargeService, keys: ApiKeys): void {
  app.get<ApiRoute>(PATH, (request, reply) => {
    const { caller, params } = readCall(request, request.query, keys, []);
    requireSecretKey(caller);
    const list = presentList(charges.list(params.text('payment_intent')), params, PATH, presentCharge);
    params.rejectUnknown();
    return reply.send(list);
  });

  app.get<ApiRoute>(`${PATH}/:id`, (request, reply) => {
    const { caller, params, id } = readCall(request, request.query, keys, []);
    requireSecretKey(caller);
    params.rejectUnknown();
    return reply.send(presentCharge(charges.find(id)));
  });
}
