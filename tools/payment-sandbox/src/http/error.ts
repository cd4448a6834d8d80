import type Stripe from 'stripe';
import { visibleTo, type Caller } from './caller.ts';

interface RequestError {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error';
  message: string;
  code?: string;
  /** The parameter at fault. */
  param?: string;
}

/** A failed call: HTTP status, the fields of Stripe's `error` object, and the payment intent in question. */
export class ApiError extends Error {
  readonly status: number;
  readonly #details: RequestError | Stripe.PaymentIntent.LastPaymentError;
  readonly #intent: Stripe.PaymentIntent | undefined;

  constructor(
    status: number,
    details: RequestError | Stripe.PaymentIntent.LastPaymentError,
    intent?: Stripe.PaymentIntent,
  ) {
    super(details.message);
    this.status = status;
    this.#details = details;
    this.#intent = intent;
  }

  /** Returns the response body, with the payment intent as the caller may see it. */
  bodyFor(caller: Caller['kind']): object {
    const { code } = this.#details;
    return {
      error: {
        ...this.#details,
        ...(code && { doc_url: docUrl(code) }),
        ...(this.#intent && { payment_intent: visibleTo(caller, this.#intent) }),
      },
    };
  }
}

/** Returns the address of Stripe's explanation of an error code. */
export function docUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
}

/** A 400 for an invalid request; `param` names the parameter at fault. */
export function invalidRequest(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  });
}

/** A 400 for a call that the current state of the payment intent does not allow. */
export function unexpectedState(message: string, intent: Stripe.PaymentIntent): ApiError {
  const code = 'payment_intent_unexpected_state';
  return new ApiError(400, { type: 'invalid_request_error', code, message }, intent);
}

/** An unknown object: 404 for one in the path, 400 for one named by another parameter. */
export function noSuch(object: string, id: string, param: string, status: 400 | 404 = 404): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });
}
