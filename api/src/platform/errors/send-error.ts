import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_STATUS } from '@dps/contract';
import type { DomainError } from './domain-error.ts';
import { toDomainError, toErrorView } from './error-view.ts';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';

/** True if the request has a body that was not read completely. */
function hasUnreadBody(request: FastifyRequest): boolean {
  const { headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !request.raw.complete;
}

/**
 * Logs unexpected errors with details, other server errors with their reason, and refusals because of the time with the difference,
 * since a wrong clock is the cause of many. Other client errors are not logged.
 */
function logError(error: unknown, { code, cause, timing }: DomainError, log: FastifyBaseLogger): void {
  if (code === 'internal') log.error({ err: error }, 'unexpected error');
  else if (ERROR_STATUS[code] >= 500)
    log.warn(
      { code, ...(typeof cause === 'string' ? { reason: cause } : { err: cause }) },
      'service unavailable',
    );
  else if (timing) log.info({ code, ...timing }, 'refused because of the time');
}

/** Sends an error response. The response of an unexpected error contains no detail but the request id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const domainError = toDomainError(error);
  const status = ERROR_STATUS[domainError.code];
  logError(error, domainError, request.log);
  if (domainError.retryAfterSeconds !== undefined)
    void reply.header('retry-after', domainError.retryAfterSeconds);
  // Close the connection instead of reading a refused body.
  if (hasUnreadBody(request)) void reply.header('connection', 'close');
  void reply
    .status(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-request-id', request.id)
    .send(toErrorView(domainError, request.id));
}

/** Converts every error of a handler to a response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
