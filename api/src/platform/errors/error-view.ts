import { HttpException } from '@nestjs/common';
import { ERROR_STATUS, type ErrorCode, type ErrorView } from '@dps/contract';
import { ERROR_MESSAGES } from '../../texts.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { DomainError } from './domain-error.ts';
import { isError } from '../logging/logged-error.ts';

const DATABASE_RETRY_SECONDS = 1;

/** Error codes of the framework's errors, by HTTP status. */
const FRAMEWORK_CODES = new Map<number, ErrorCode>([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [408, 'request_timeout'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
]);

/** Node's code for a connection that closed during the body. Fastify adds a status to this error. */
const HUNG_UP = 'ECONNRESET';

/**
 * Returns the HTTP status of an error of the framework, else undefined. The clients of other services also put a status
 * on their errors, but that is not the status of this request.
 */
function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!isError(error)) return undefined;
  const code = String(Reflect.get(error, 'code'));
  const status: unknown = Reflect.get(error, 'statusCode');
  const isFrameworks = code.startsWith('FST_') || code === HUNG_UP;
  return isFrameworks && typeof status === 'number' ? status : undefined;
}

function codeOf(status: number | undefined): ErrorCode {
  if (status === undefined) return 'internal';
  return FRAMEWORK_CODES.get(status) ?? (status >= 400 && status < 500 ? 'malformed_request' : 'internal');
}

/** Converts any thrown value to a DomainError. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const status = frameworkStatus(error);
  if (status === undefined && isDatabaseUnavailable(error)) {
    return new DomainError('unavailable', { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: error });
  }
  const code = codeOf(status);
  return new DomainError(code, { message: ERROR_MESSAGES[code], cause: error });
}

/** Returns the response body of an error. */
export function toErrorView(error: DomainError, requestId: string): ErrorView {
  return {
    statusCode: ERROR_STATUS[error.code],
    code: error.code,
    message: error.message,
    ...(error.errors && { errors: [...error.errors] }),
    requestId,
  };
}
