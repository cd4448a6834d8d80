import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_STATUS } from '@dps/shared-contracts';
import { toDomainError, toErrorView } from './error-answer.ts';

/** True when the request announces a body that nobody has read. */
function hasUnreadBody(request: FastifyRequest): boolean {
  const { headers } = request;
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announced && !request.raw.complete;
}

/** Answers with an error of the closed set; an unexpected one is logged whole and told only as `internal`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toDomainError(error);
  const status = ERROR_STATUS[answer.code];
  if (answer.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (status >= 500) request.log.warn({ code: answer.code }, String(answer.cause));
  if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', answer.retryAfterSeconds);
  // What was refused unread is not read for the sake of the connection.
  if (hasUnreadBody(request)) void reply.header('connection', 'close');
  void reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-request-id', request.id)
    .send(toErrorView(answer, request.id));
}
