import { Stripe } from 'stripe';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { CallOverdue } from './bounded-calls.ts';

/** Delay before a retry, in seconds. */
const RETRY_SECONDS = 5;
/** The provider's HTTP status during another call with the same idempotency key. */
const CONFLICT = 409;

/** True if the provider refused a call because of a concurrent call with the same idempotency key. */
export function isConflict(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === CONFLICT;
}

/**
 * True if only another idempotency key can work. The provider repeats its own failure for a day, and refuses the key after
 * the job's title or the client's email has changed. A conflict is no such failure: the other call may move the money.
 */
export function isKeptFailure(error: unknown): boolean {
  const { StripeAPIError, StripeIdempotencyError } = Stripe.errors;
  return (
    error instanceof DomainError &&
    !isConflict(error.cause) &&
    (error.cause instanceof StripeAPIError || error.cause instanceof StripeIdempotencyError)
  );
}

/** Maps an error of the provider: an unknown intent to `payment_mismatch`, a temporary failure to `provider_unavailable`. */
export function toProviderError(error: unknown): unknown {
  const {
    StripeAPIError,
    StripeConnectionError,
    StripeIdempotencyError,
    StripeInvalidRequestError,
    StripeRateLimitError,
  } = Stripe.errors;
  if (error instanceof StripeInvalidRequestError && error.code === 'resource_missing') {
    return new DomainError('payment_mismatch', { cause: error });
  }
  const passing =
    error instanceof StripeAPIError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeIdempotencyError ||
    error instanceof StripeRateLimitError ||
    error instanceof CallOverdue ||
    (error instanceof DomainError && error.code === 'unavailable') ||
    isConflict(error);
  return passing
    ? new DomainError('provider_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: error })
    : error;
}
