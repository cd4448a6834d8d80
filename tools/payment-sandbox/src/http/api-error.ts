import type { PaymentIntent } from '../payment-intents/payment-intent.ts';
import type { PaymentError } from '../payment-methods/payment-error.ts';

type ErrorType =
  'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';

interface ErrorDetails {
  type: ErrorType;
  message: string;
  code?: string;
  param?: string;
}

/** An answer that Stripe would give with an `error` object: HTTP status, the object's fields, the intent it is about. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails | PaymentError;
  readonly intent: PaymentIntent | null;

  constructor(status: number, details: ErrorDetails | PaymentError, intent: PaymentIntent | null = null) {
    super(details.message);
    this.status = status;
    this.details = details;
    this.intent = intent;
  }
}

/** A request that cannot be understood (400); `param` names the parameter at fault. */
export function invalidRequest(message: string, code: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, code, ...(param ? { param } : {}) });
}

/** A call that the payment intent's present state does not allow (400). */
export function unexpectedState(message: string, intent: PaymentIntent): ApiError {
  return new ApiError(
    400,
    { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message },
    intent,
  );
}

/** An object that does not exist: in the path (404), or under a parameter (400) if `status` says so. */
export function noSuch(object: string, id: string, param: string, status: 400 | 404 = 404): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });
}
