import type { ErrorCode } from '@dps/shared-contracts';
import { ERROR_MESSAGES } from '../../texts.ts';

export interface FieldError {
  path: string;
  message: string;
}

interface Details {
  /** For people; without it the catalogue's text for the code. */
  message?: string;
  /** The fields of a refused body. */
  errors?: readonly FieldError[];
  /** When to try again, for 429 and 503. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An error that the caller is told about: its code decides the HTTP status. */
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
