import { HttpException } from '@nestjs/common';
import { ERROR_STATUS, type ErrorCode, type ErrorView } from '@dps/shared-contracts';
import { ERROR_MESSAGES } from '../../texts.ts';
import { isDatabaseUnavailable } from '../database/database-errors.ts';
import { DomainError } from './domain-error.ts';

const DATABASE_RETRY_SECONDS = 1;

/** The code of an error that the framework raised, by its HTTP status. */
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

function frameworkStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined;
  return typeof status === 'number' ? status : 500;
}

/** Any thrown value as an error of the closed set. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isDatabaseUnavailable(error)) {
    return new DomainError('unavailable', { retryAfterSeconds: DATABASE_RETRY_SECONDS, cause: error });
  }
  const status = frameworkStatus(error);
  const code =
    FRAMEWORK_CODES.get(status) ?? (status >= 400 && status < 500 ? 'malformed_request' : 'internal');
  return new DomainError(code, { message: ERROR_MESSAGES[code], cause: error });
}

/** The body of an error's answer. */
export function toErrorView(error: DomainError, requestId: string): ErrorView {
  return {
    statusCode: ERROR_STATUS[error.code],
    code: error.code,
    message: error.message,
    ...(error.errors && { errors: [...error.errors] }),
    requestId,
  };
}
