import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_STATUS } from '@dps/shared-contracts';
import type { DomainError } from './domain-error.ts';
import { toDomainError, toErrorView } from './error-answer.ts';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';

/** True when the request announces a body that nobody has read. */
function hasUnreadBody(request: FastifyRequest): boolean {
  const { headers } = request;
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announced && !request.raw.complete;
}

/** An unexpected error goes to the log whole, trouble of ours with its reason; what the caller did wrong is no news. */
function logError(error: unknown, { code, cause }: DomainError, log: FastifyBaseLogger): void {
  if (code === 'internal') log.error({ err: error }, 'unexpected error');
  else if (ERROR_STATUS[code] >= 500)
    log.warn(
      { code, ...(typeof cause === 'string' ? { reason: cause } : { err: cause }) },
      'cannot serve now',
    );
}

/** Answers with an error of the closed set; of an unexpected one the caller learns the request's id alone. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = toDomainError(error);
  const status = ERROR_STATUS[answer.code];
  logError(error, answer, request.log);
  if (answer.retryAfterSeconds !== undefined) void reply.header('retry-after', answer.retryAfterSeconds);
  // What was refused unread is not read for the sake of the connection.
  if (hasUnreadBody(request)) void reply.header('connection', 'close');
  void reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-request-id', request.id)
    .send(toErrorView(answer, request.id));
}

/** The one place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
