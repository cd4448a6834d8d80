import type { FastifyInstance } from 'fastify';
import type { ChargeService } from '../charges/charge.service.ts';
import { readCall, type ApiCall, type ApiRoute } from '../http/api-call.ts';
import { servePost, type PostContext } from '../http/api-post.ts';
import { requireSecretKey } from '../http/authenticate.ts';
import type { Origin } from '../webhooks/event-outbox.ts';
import * as read from './payment-intent.params.ts';
import type { PaymentIntent } from './payment-intent.ts';
import type { PaymentIntentService } from './payment-intent.service.ts';
import { presentPaymentIntent } from './payment-intent.view.ts';

interface RouteContext extends PostContext {
  service: PaymentIntentService;
  charges: ChargeService;
}

/** Checks a call and returns what is to be done with an intent. */
type IntentPlan = (call: ApiCall) => (origin: Origin) => PaymentIntent;

const PATH = '/v1/payment_intents';
const EXPANDABLE = ['payment_method', 'latest_charge'];

/** Serves the payment intents under `/v1/payment_intents`. */
export function servePaymentIntents(app: FastifyInstance, context: RouteContext): void {
  const { service, charges, keys } = context;

  app.get<ApiRoute>(`${PATH}/:id`, (request, reply) => {
    const call = readCall(request, request.query, keys, EXPANDABLE);
    call.params.rejectUnknown();
    return reply.send(shown(service.find(call.id, call.caller), call));
  });

  post(PATH, ({ caller, params, now }) => {
    requireSecretKey(caller);
    const input = read.readCreate(params, now);
    return (origin) => service.create(input, now, origin);
  });

  post(`${PATH}/:id`, ({ caller, params, id, now }) => {
    requireSecretKey(caller);
    const input = read.readUpdate(params, now);
    return (origin) => service.update(service.find(id, caller), input, now, origin);
  });

  post(`${PATH}/:id/confirm`, ({ caller, params, id, now }) => {
    const input = read.readConfirm(params, now);
    return (origin) => service.confirm(service.find(id, caller), input, now, origin);
  });

  post(`${PATH}/:id/cancel`, ({ caller, params, id, now }) => {
    requireSecretKey(caller);
    const reason = read.readCancel(params);
    return (origin) => service.cancel(service.find(id, caller), reason, now, origin);
  });

  // Stripe.js settles an authentication with calls of its own that are not public; this one stands in for them.
  post(`${PATH}/:id/challenge`, ({ caller, params, id, now }) => {
    const outcome = read.readChallengeAnswer(params);
    return (origin) => service.answerChallenge(service.find(id, caller), outcome, now, origin);
  });

  function post(path: string, plan: IntentPlan): void {
    servePost(app, context, path, EXPANDABLE, (call) => {
      const act = plan(call);
      return (origin) => shown(act(origin), call);
    });
  }

  function shown(intent: PaymentIntent, { caller, expand }: ApiCall) {
    const { latestCharge } = intent;
    const charge = latestCharge !== null && expand.has('latest_charge') ? charges.find(latestCharge) : null;
    return presentPaymentIntent(intent, caller.kind, { method: expand.has('payment_method'), charge });
  }
}
