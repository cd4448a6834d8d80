import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EventOutbox, Origin } from '../webhooks/event-outbox.ts';
import { readCall, type ApiCall, type ApiRoute } from './api-call.ts';
import { ApiError } from './api-error.ts';
import type { ApiKeys } from './authenticate.ts';
import { errorBody } from './error-body.ts';
import { emptyForm, type Form } from './form.ts';
import { canonicalParams, type AnswerBook, type StoredAnswer } from './idempotency.ts';

export interface PostContext {
  outbox: EventOutbox;
  answers: AnswerBook;
  keys: ApiKeys;
}

/**
 * Checks a call and returns what is to be done, which gives the object that answers it. A call that fails the check is
 * not kept for its idempotency key.
 */
export type Plan = (call: ApiCall) => (origin: Origin) => object;

type Answer = Pick<StoredAnswer, 'status' | 'body'>;

/** Serves one of the API's POST calls: form in, JSON out, the same answer again for the same idempotency key. */
export function servePost(
  app: FastifyInstance,
  { outbox, answers, keys }: PostContext,
  path: string,
  expandable: readonly string[],
  plan: Plan,
): void {
  app.post<ApiRoute>(path, async (request, reply) => {
    const form = request.body ?? emptyForm();
    const call = readCall(request, form, keys, expandable);
    const key = idempotencyKeyOf(request);
    const earlier = key === null ? null : answers.find(key, request.url, form, call.now);
    const answer = earlier ?? answerOf(call, plan(call), { requestId: request.id, idempotencyKey: key });
    if (!earlier && key !== null) answers.keep(keptAnswer(answer, key, request, form, call.now));
    // A replay waits as well: the first call's answer must not be known before it lasts.
    await outbox.commit();
    if (earlier) reply.headers({ 'idempotent-replayed': 'true', 'original-request': earlier.requestId });
    return reply.code(answer.status).type('application/json').send(answer.body);
  });
}

function answerOf(call: ApiCall, act: ReturnType<Plan>, origin: Origin): Answer {
  try {
    return { status: 200, body: JSON.stringify(act(origin)) };
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
