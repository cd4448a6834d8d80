import type { FastifyInstance } from 'fastify';
import { readCall, type ApiRoute } from './api-call.ts';
import { presentList } from './api-list.ts';
import { requireSecretKey, type ApiKeys } from './authenticate.ts';
import type { Params } from './params.ts';

/** Objects that the API lets be read. */
interface Readable<Item> {
  /** Those that a list is asked for, oldest first. */
  list: (params: Params) => readonly Item[];
  find: (id: string) => Item;
  present: (item: Item) => object;
}

/** What a list of objects that belong to a charge may be asked for. */
export const chargeFilter = (params: Params) => ({
  charge: params.text('charge'),
  intent: params.text('payment_intent'),
});

/** Serves objects to be read: their list under `path`, and each by its id. */
export function serveReads<Item extends { id: string }>(
  app: FastifyInstance,
  keys: ApiKeys,
  path: string,
  { list, find, present }: Readable<Item>,
): void {
  app.get<ApiRoute>(path, (request, reply) => {
    const { caller, params } = readCall(request, request.query, keys, []);
    requireSecretKey(caller);
    const page = presentList(list(params), params, path, present);
    params.rejectUnknown();
    return reply.send(page);
  });

  app.get<ApiRoute>(`${path}/:id`, (request, reply) => {
    const { caller, params, id } = readCall(request, request.query, keys, []);
    requireSecretKey(caller);
    params.rejectUnknown();
    return reply.send(present(find(id)));
  });
}
