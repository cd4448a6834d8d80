import type { FastifyInstance } from 'fastify';
import { readCall, type ApiCall, type ApiRoute } from '../http/api-call.ts';
import { requireSecretKey, type ApiKeys } from '../http/authenticate.ts';
import { emptyForm } from '../http/form.ts';
import type { AnswerBook } from '../http/idempotency.ts';
import { answerOf, idempotencyKeyOf, keptAnswer } from './payment-intent.answer.ts';
import * as read from './payment-intent.params.ts';
import type { PaymentIntent } from './payment-intent.ts';
import type { Origin, PaymentIntentService } from './payment-intent.service.ts';
import { presentPaymentIntent } from './payment-intent.view.ts';

interface RouteContext {
  service: PaymentIntentService;
  answers: AnswerBook;
  keys: ApiKeys;
}

/** Checks a call and returns what is to be done; a call that fails the check is not kept for its idempotency key. */
type Plan = (call: ApiCall) => (origin: Origin) => PaymentIntent;

const PATH = '/v1/payment_intents';

/** Serves the payment intents under `/v1/payment_intents`. */
export function servePaymentIntents(app: FastifyInstance, { service, answers, keys }: RouteContext): void {
  app.get<ApiRoute>(`${PATH}/:id`, (request, reply) => {
    const { caller, params, id, expandMethod } = readCall(request, request.query, keys);
    params.rejectUnknown();
    return reply.send(presentPaymentIntent(service.find(id, caller), caller.kind, expandMethod));
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

  function post(path: string, plan: Plan): void {
    app.post<ApiRoute>(path, async (request, reply) => {
      const form = request.body ?? emptyForm();
      const call = readCall(request, form, keys);
      const key = idempotencyKeyOf(request);
      const earlier = key === null ? null : answers.find(key, request.url, form, call.now);
      const answer = earlier ?? answerOf(call, plan(call), { requestId: request.id, idempotencyKey: key });
      if (!earlier && key !== null) answers.keep(keptAnswer(answer, key, request, form, call.now));
      // A replay waits as well: the first call's answer must not be known before it lasts.
      await service.commit();
      if (earlier) reply.headers({ 'idempotent-replayed': 'true', 'original-request': earlier.requestId });
      return reply.code(answer.status).type('application/json').send(answer.body);
    });
  }
}
