import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '@dps/contract';
import { unreadableRequestResponse } from '@dps/contract/server';
import { DomainError } from './domain-error.ts';
import { toErrorView } from './error-view.ts';

/** Error codes for the errors of Node's HTTP parser. Other errors are `malformed_request`. */
const CODES = new Map<string, ErrorCode>([
  ['HPE_HEADER_OVERFLOW', 'payload_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
]);

/**
 * Responds to unreadable requests and logs them. Returns a `clientErrorHandler`.
 *
 * @param headers of all responses
 */
export function respondToClientErrors(log: FastifyBaseLogger, headers: Readonly<Record<string, string>>) {
  return (error: Error & { code: string }, socket: Socket): void => {
    // A client that disconnected or never sent anything does not get a response.
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const code = CODES.get(error.code) ?? 'malformed_request';
      const requestId = randomUUID();
      log.info(
        { requestId, outcome: 'unreadable', status: ERROR_STATUS[code], reason: error.code },
        'request',
      );
      const body = JSON.stringify(toErrorView(new DomainError(code), requestId));
      const type = 'application/json; charset=utf-8';
      const own = { 'content-type': type, 'x-request-id': requestId };
      socket.write(unreadableRequestResponse(ERROR_STATUS[code], { ...headers, ...own }, body));
    }
    socket.destroy(error);
  };
}
