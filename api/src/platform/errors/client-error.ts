import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '@dps/contract';
import { DomainError } from './domain-error.ts';
import { toErrorView } from './error-answer.ts';

/** Error codes for the errors of Node's HTTP parser. Other errors are `malformed_request`. */
const CODES = new Map<string, ErrorCode>([
  ['HPE_HEADER_OVERFLOW', 'payload_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/** Returns a complete HTTP response with an error body, for a connection without a readable request. */
function answerText(code: ErrorCode, requestId: string): string {
  const status = ERROR_STATUS[code];
  const body = JSON.stringify(toErrorView(new DomainError(code), requestId));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Responds to unreadable requests and logs them. Returns a `clientErrorHandler`. */
export function answerClientErrors(log: FastifyBaseLogger) {
  return (error: Error & { code: string }, socket: Socket): void => {
    // A client that disconnected or never sent anything gets no response.
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const code = CODES.get(error.code) ?? 'malformed_request';
      const requestId = randomUUID();
      log.info(
        { requestId, outcome: 'unreadable', status: ERROR_STATUS[code], reason: error.code },
        'request',
      );
      socket.write(answerText(code, requestId));
    }
    socket.destroy(error);
  };
}
