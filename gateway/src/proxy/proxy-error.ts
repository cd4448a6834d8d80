import { ERROR_STATUS, type ErrorCode, type ErrorView } from '@dps/contract';
import type { FastifyReply } from 'fastify';
import { texts } from '../texts.ts';

/** The gateway's reasons to refuse a request, with the text and the time to the next attempt in seconds. */
const PROXY_ERRORS = {
  malformed_request: { message: texts.bodyIncomplete },
  request_timeout: { message: texts.bodyTooSlow },
  rate_limited: { message: texts.tooManyTransfers, retryAfter: 5 },
  unavailable: { message: texts.apiUnavailable, retryAfter: 2 },
} as const satisfies Partial<Record<ErrorCode, { message: string; retryAfter?: number }>>;
type ProxyErrorCode = keyof typeof PROXY_ERRORS;

/** A request that the gateway does not pass on. */
export class ProxyError extends Error {
  readonly code: ProxyErrorCode;

  constructor(code: ProxyErrorCode) {
    super(PROXY_ERRORS[code].message);
    this.code = code;
  }
}

/** Returns an error response in the shape of the API's errors. */
export function errorResponse(code: ErrorCode, message: string, requestId: string): ErrorView {
  return { statusCode: ERROR_STATUS[code], code, message, requestId };
}

/** Sends an error response. Closes the connection if the client still sends the body. */
export function sendProxyError(reply: FastifyReply, code: ProxyErrorCode): void {
  const { request, server } = reply;
  server.countRefusal(code);
  const error = PROXY_ERRORS[code];
  for (const name of Object.keys(reply.getHeaders())) void reply.removeHeader(name);
  if ('retryAfter' in error) void reply.header('retry-after', String(error.retryAfter));
  if (!request.raw.complete) void reply.header('connection', 'close');
  void reply
    .code(ERROR_STATUS[code])
    .header('cache-control', 'no-store')
    .send(errorResponse(code, error.message, request.id));
}
