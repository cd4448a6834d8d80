import type { ErrorCode } from '@dps/contract';
import { ERROR_MESSAGES } from '../../texts.ts';

export interface FieldError {
  path: string;
  message: string;
}

/** Why the time of a request is wrong. */
export interface Timing {
  /** The thing that has a time, such as a code. */
  reason: string;
  /** Seconds by which the request was too late; negative if its time is in the future. */
  secondsLate: number;
}

interface Details {
  /** Message for users. By default the message of the code in `texts.ts`. */
  message?: string;
  /** The invalid fields of the request. */
  errors?: readonly FieldError[];
  /** Delay before a retry, for 429 and 503. */
  retryAfterSeconds?: number;
  cause?: unknown;
  /** Details for the log, if the error is about a time. */
  timing?: Timing | undefined;
}

/** An error that the response reports. Its code determines the HTTP status. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly timing: Timing | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERROR_MESSAGES[code], { cause: details.cause });
    this.code = code;
    this.errors = details.errors;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.timing = details.timing;
  }
}
