import type { FastifyInstance } from 'fastify';
import { readCall, type ApiRoute } from '../http/api-call.ts';
import { presentList } from '../http/api-list.ts';
import { servePost, type PostContext } from '../http/api-post.ts';
import { requireSecretKey } from '../http/authenticate.ts';
import { readRefund } from './refund.params.ts';
import type { RefundService } from './refund.service.ts';
import { presentRefund } from './refund.view.ts';

const PATH = '/v1/refunds';

/** Serves the refunds under `/v1/refunds`. */
export function serveRefunds(app: FastifyInstance, refunds: RefundService, context: PostContext): void {
  servePost(app, context, PATH, [], ({ caller, params, now }) => {
    requireSecretKey(caller);
    const input = readRefund(params);
    return (origin) => presentRefund(refunds.create(input, now, origin));
  });

  app.get<ApiRoute>(PATH, (request, reply) => {
    const { caller, params } = readCall(request, request.query, context.keys, []);
    requireSecretKey(caller);
    const filter = { charge: params.text('charge'), intent: params.text('payment_intent') };
    const list = presentList(refunds.list(filter), params, PATH, presentRefund);
    params.rejectUnknown();
    return reply.send(list);
  });

  app.get<ApiRoute>(`${PATH}/:id`, (request, reply) => {
    const { caller, params, id } = readCall(request, request.query, context.keys, []);
    requireSecretKey(caller);
    params.rejectUnknown();
    return reply.send(presentRefund(refunds.find(id)));
  });
}
