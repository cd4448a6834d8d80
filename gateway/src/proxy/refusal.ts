import { ERROR_STATUS, type ErrorCode, type ErrorView } from '@dps/contract';
import type { FastifyReply } from 'fastify';
import { texts } from '../texts.ts';

/** The gateway's reasons to refuse a request, with the text and the time to the next attempt in seconds. */
const REFUSALS = {
  malformed_request: { message: texts.bodyIncomplete },
  request_timeout: { message: texts.bodyTooSlow },
  rate_limited: { message: texts.tooManyTransfers, retryAfter: 5 },
  unavailable: { message: texts.apiUnavailable, retryAfter: 2 },
} as const satisfies Partial<Record<ErrorCode, { message: string; retryAfter?: number }>>;
type RefusalCode = keyof typeof REFUSALS;

/** A request that the gateway does not pass on. */
export class ProxyRefusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode) {
    super(REFUSALS[code].message);
    this.code = code;
  }
}

/** Returns an error response in the shape of the API's errors. */
export function errorAnswer(code: ErrorCode, message: string, requestId: string): ErrorView {
  return { statusCode: ERROR_STATUS[code], code, message, requestId };
}

/** Sends a refusal. It closes the connection if the client still sends the body. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode): void {
  const { request, server } = reply;
  server.countRefusal(code);
  const refusal = REFUSALS[code];
  for (const name of Object.keys(reply.getHeaders())) void reply.removeHeader(name);
  if ('retryAfter' in refusal) void reply.header('retry-after', String(refusal.retryAfter));
  if (!request.raw.complete) void reply.header('connection', 'close');
  void reply
    .code(ERROR_STATUS[code])
    .header('cache-control', 'no-store')
    .send(errorAnswer(code, refusal.message, request.id));
}
