import type { ErrorCode } from '@dps/contract';
import { ERROR_MESSAGES } from '../../texts.ts';

export interface FieldError {
  path: string;
  message: string;
}

interface Details {
  /** Message for users. By default the message of the code in `texts.ts`. */
  message?: string;
  /** The invalid fields of the request. */
  errors?: readonly FieldError[];
  /** Delay before a retry, for 429 and 503. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that the response reports. Its code determines the HTTP status. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERROR_MESSAGES[code], { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
