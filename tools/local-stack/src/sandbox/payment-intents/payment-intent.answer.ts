import type { FastifyRequest } from 'fastify';
import type { ApiCall } from '../http/api-call.ts';
import { ApiError } from '../http/api-error.ts';
import { errorBody } from '../http/error-body.ts';
import type { Form } from '../http/form.ts';
import { canonicalParams, type StoredAnswer } from '../http/idempotency.ts';
import type { PaymentIntent } from './payment-intent.ts';
import type { Origin } from './payment-intent.service.ts';
import { presentPaymentIntent } from './payment-intent.view.ts';

type Answer = Pick<StoredAnswer, 'status' | 'body'>;

/** Does what a call asks for and gives the answer to it: the intent, or the error of an API call that failed. */
export function answerOf(call: ApiCall, act: (origin: Origin) => PaymentIntent, origin: Origin): Answer {
  try {
    const shown = presentPaymentIntent(act(origin), call.caller.kind, call.expandMethod);
    return { status: 200, body: JSON.stringify(shown) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: JSON.stringify(errorBody(error, call.caller.kind)) };
  }
}

/** An answer as it is kept for the next call with the same idempotency key. */
export function keptAnswer(
  answer: Answer,
  key: string,
  request: FastifyRequest,
  form: Form,
  now: Date,
): StoredAnswer {
  return {
    ...answer,
    key,
    path: request.url,
    params: canonicalParams(form),
    requestId: request.id,
    created: now.getTime(),
  };
}

/** The call's idempotency key, if it has one. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' && header !== '' ? header : null;
}
