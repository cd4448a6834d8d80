import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import { idempotencyKeyOf, keptAnswer } from '../http/api-post.ts';
import { errorBody } from '../http/error-body.ts';
import { emptyForm, isForm } from '../http/form.ts';
import type { AnswerBook } from '../http/idempotency.ts';
import type { Fault } from './fault.ts';
import type { FaultBook } from './fault-book.ts';

const OF_STATUS: Partial<Record<Fault['kind'], ApiError>> = {
  '500': new ApiError(500, {
    type: 'api_error',
    message: 'Something went wrong on our end, as it was asked of the payment sandbox.',
  }),
  '429': new ApiError(429, {
    type: 'rate_limit_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded, as it was asked of the payment sandbox.',
  }),
};

/** Lets the faults of the book happen to the API's calls: before they are carried out, or to their answers. */
export function letFaultsHappen(api: FastifyInstance, book: FaultBook, answers: AnswerBook): void {
  api.addHook('preHandler', async (request, reply) => {
    const fault = await book.meet(request, 'before');
    if (!fault) return undefined;
    if (fault.kind === 'reset') return breakConnection(request, reply);
    const error = OF_STATUS[fault.kind];
    if (!error) return undefined;
    const body = JSON.stringify(errorBody(error, 'secret'));
    keepFailure(request, error.status, body);
    return reply.code(error.status).type('application/json').send(body);
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const fault = await book.meet(request, 'after');
    if (fault?.kind === 'reset') {
      breakConnection(request, reply);
      return payload;
    }
    const error = fault && OF_STATUS[fault.kind];
    if (!error) return payload;
    const body = JSON.stringify(errorBody(error, 'secret'));
    keepFailure(request, error.status, body);
    reply.code(error.status).removeHeader('content-length');
    return body;
  });

  /** Stripe, too, keeps a failure of its own with the idempotency key: whoever asks again gets it again. */
  function keepFailure(request: FastifyRequest, status: number, body: string): void {
    const key = idempotencyKeyOf(request);
    if (status < 500 || key === null || request.method !== 'POST') return;
    const form = isForm(request.body) ? request.body : emptyForm();
    answers.keep(keptAnswer({ status, body }, key, request, form, new Date()));
  }
}

function breakConnection(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
