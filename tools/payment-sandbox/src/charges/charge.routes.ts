import type { FastifyInstance } from 'fastify';
import { serveReads } from '../http/api-reads.ts';
import type { ApiKeys } from '../http/authenticate.ts';
import type { ChargeService } from './charge.service.ts';
import { presentCharge } from './charge.view.ts';

/** Serves the charges under `/v1/charges`, to be read; payment intents make them. */
export function serveCharges(app: FastifyInstance, charges: ChargeService, keys: ApiKeys): void {
  serveReads(app, keys, '/v1/charges', {
    list: (params) => charges.list(params.text('payment_intent')),
    find: (id) => charges.find(id),
    present: presentCharge,
  });
}
