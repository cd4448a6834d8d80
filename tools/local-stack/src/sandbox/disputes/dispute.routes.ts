import type { FastifyInstance } from 'fastify';
import { readCall, type ApiCall, type ApiRoute } from '../http/api-call.ts';
import { invalidRequest } from '../http/api-error.ts';
import { presentList } from '../http/api-list.ts';
import { servePost, type PostContext } from '../http/api-post.ts';
import { requireSecretKey } from '../http/authenticate.ts';
import type { Origin } from '../webhooks/event-outbox.ts';
import type { DisputeService, Outcome } from './dispute.service.ts';
import { presentDispute } from './dispute.view.ts';

const PATH = '/v1/disputes';

/** Serves the disputes under `/v1/disputes`: to be read, answered and accepted. */
export function serveDisputes(app: FastifyInstance, disputes: DisputeService, context: PostContext): void {
  app.get<ApiRoute>(PATH, (request, reply) => {
    const { caller, params } = readCall(request, request.query, context.keys, []);
    requireSecretKey(caller);
    const filter = { charge: params.text('charge'), intent: params.text('payment_intent') };
    const list = presentList(disputes.list(filter), params, PATH, presentDispute);
    params.rejectUnknown();
    return reply.send(list);
  });

  app.get<ApiRoute>(`${PATH}/:id`, (request, reply) => {
    const { caller, params, id } = readCall(request, request.query, context.keys, []);
    requireSecretKey(caller);
    params.rejectUnknown();
    return reply.send(presentDispute(disputes.find(id)));
  });

  servePost(app, context, `${PATH}/:id`, [], (call) => ending(call, readOutcome(call)));
  servePost(app, context, `${PATH}/:id/close`, [], (call) =>
    ending(call, { status: 'lost', evidence: null }),
  );

  function ending({ caller, params, id, now }: ApiCall, outcome: Outcome) {
    requireSecretKey(caller);
    params.rejectUnknown();
    return (origin: Origin) => presentDispute(disputes.end(disputes.find(id), outcome, now, origin));
  }
}

/** In Stripe's test mode, too, two magic words of evidence decide a dispute (https://docs.stripe.com/testing#evidence). */
function readOutcome({ params }: ApiCall): Outcome {
  const evidence = params.group('evidence')?.requiredText('uncategorized_text');
  params.boolean('submit');
  if (evidence === 'winning_evidence') return { status: 'won', evidence };
  if (evidence === 'losing_evidence') return { status: 'lost', evidence };
  throw invalidRequest(
    'The payment sandbox knows the evidence winning_evidence and losing_evidence.',
    'parameter_invalid',
    'evidence',
  );
}
