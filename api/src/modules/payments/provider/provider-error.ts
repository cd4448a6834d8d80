import { Stripe } from 'stripe';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { CallOverdue } from './bounded-calls.ts';

/** When to try again, in seconds. */
const RETRY_SECONDS = 5;
/** The provider's HTTP status while another call with the same idempotency key is under way. */
const CONFLICT = 409;

/** True when the provider refused a call because another one with its idempotency key is under way. */
export function isConflict(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.statusCode === CONFLICT;
}

/**
 * True for a failure of the provider's own, which it keeps with the idempotency key and answers to the same key for a
 * day: only another key can work.
 */
export function isKeptFailure(error: unknown): boolean {
  return error instanceof DomainError && error.cause instanceof Stripe.errors.StripeAPIError;
}

/** What the caller is told: an unknown intent is a mismatch, silence or trouble at the provider is worth another try. */
export function toProviderError(error: unknown): unknown {
  const { StripeAPIError, StripeConnectionError, StripeInvalidRequestError, StripeRateLimitError } =
    Stripe.errors;
  if (error instanceof StripeInvalidRequestError && error.code === 'resource_missing') {
    return new DomainError('payment_mismatch', { cause: error });
  }
  const passing =
    error instanceof StripeAPIError ||
    error instanceof StripeConnectionError ||
    error instanceof StripeRateLimitError ||
    error instanceof CallOverdue ||
    (error instanceof DomainError && error.code === 'unavailable') ||
    isConflict(error);
  return passing
    ? new DomainError('provider_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: error })
    : error;
}
