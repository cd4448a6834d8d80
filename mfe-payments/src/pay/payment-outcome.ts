import { isApiError } from '@dps/contract/client';
import type { PaymentOutcomeView } from '@dps/contract';

/** The payment is not settled: the provider is still processing it, or the server cannot be reached. */
export interface OpenOutcome {
  status: 'processing' | 'unreachable';
}

/** `not-charged`: the provider took no money. `rejected`: a retry would fail in the same way. */
export type FinalOutcome = { status: 'completed' | 'not-charged' } | { status: 'rejected'; error: unknown };

/** The outcome of a payment that the browser has confirmed. */
export type PaymentOutcome = OpenOutcome | FinalOutcome;

/** Statuses below 500 after which a retry can succeed; 0 is a call without a response. */
const RETRYABLE: ReadonlySet<number> = new Set([0, 401, 408, 425, 429]);

/** Returns the outcome for a response of `confirm-payment`. */
export function paymentOutcome({ status }: PaymentOutcomeView): PaymentOutcome {
  return { status };
}

/** Returns the outcome for a failed call of `confirm-payment`. An error that is no API response counts as unreachable. */
export function paymentOutcomeOfError(error: unknown): PaymentOutcome {
  if (!isApiError(error) || error.status >= 500 || RETRYABLE.has(error.status)) {
    return { status: 'unreachable' };
  }
  return error.code === 'payment_failed' ? { status: 'not-charged' } : { status: 'rejected', error };
}
