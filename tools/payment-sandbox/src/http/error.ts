import type Stripe from 'stripe';

type Details = Stripe.PaymentIntent.LastPaymentError | RequestError;

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
  /** The body of the answer. */
  readonly body: object;

  constructor(status: number, details: Details, intent?: Stripe.PaymentIntent) {
    super(details.message);
    this.status = status;
    this.body = { error: { ...details, ...(intent && { payment_intent: intent }) } };
  }
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

/** Returns an object by its id. @throws ApiError for an unknown id: 404 in the path, 400 in a parameter. */
export function find<Item>(
  objects: ReadonlyMap<string, Item>,
  id: string,
  { object, param = object, status = 404 }: { object: string; param?: string; status?: 400 | 404 },
): Item {
  const item = objects.get(id);
  if (item !== undefined) return item;
  const message = `No such ${object}: '${id}'`;
  throw new ApiError(status, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}
