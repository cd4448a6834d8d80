import type { FastifyInstance } from 'fastify';
import { servePost, type PostContext } from '../http/api-post.ts';
import { chargeFilter, serveReads } from '../http/api-reads.ts';
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

  serveReads(app, context.keys, PATH, {
    list: (params) => refunds.list(chargeFilter(params)),
    find: (id) => refunds.find(id),
    present: presentRefund,
  });
}
