import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '@dps/shared-contracts';
import { DomainError } from './domain-error.ts';
import { toErrorView } from './error-answer.ts';

/** What Node's parser could not read, by the code of its error; anything else is malformed. */
const CODES = new Map<string, ErrorCode>([
  ['HPE_HEADER_OVERFLOW', 'payload_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/** A whole HTTP answer of the one shape, for a connection on which no request could be read. */
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

/** Answers and logs bytes that are no request, before anything knows what they ask for. */
export function answerClientErrors(log: FastifyBaseLogger) {
  return (error: Error & { code: string }, socket: Socket): void => {
    // Whoever hung up or never sent anything is told nothing.
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
