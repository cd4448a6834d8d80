import type { FastifyInstance } from 'fastify';
import type { ApiCall } from '../http/api-call.ts';
import { invalidRequest } from '../http/api-error.ts';
import { servePost, type PostContext } from '../http/api-post.ts';
import { chargeFilter, serveReads } from '../http/api-reads.ts';
import { requireSecretKey } from '../http/authenticate.ts';
import type { Origin } from '../webhooks/event-outbox.ts';
import type { DisputeService, Outcome } from './dispute.service.ts';
import { presentDispute } from './dispute.view.ts';

const PATH = '/v1/disputes';

/** Serves the disputes under `/v1/disputes`: to be read, answered and accepted. */
export function serveDisputes(app: FastifyInstance, disputes: DisputeService, context: PostContext): void {
  serveReads(app, context.keys, PATH, {
    list: (params) => disputes.list(chargeFilter(params)),
    find: (id) => disputes.find(id),
    present: presentDispute,
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
