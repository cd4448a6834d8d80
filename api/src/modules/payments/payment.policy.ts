import type { Payment } from './payment.entity.ts';
import type { PaymentIntent } from './provider/payment-intent.ts';

/** Returns the idempotency key: the provider starts one payment per attempt, even if the call is repeated. */
export function idempotencyKey({ id, attempt }: Pick<Payment, 'id' | 'attempt'>): string {
  return `pay:${id}:${attempt}`;
}

/** Details of a stored payment that the provider's intent must agree with. */
type Expected = Pick<Payment, 'id' | 'jobId' | 'amount' | 'currency'>;

/**
 * Returns the names of the intent's values that differ from the payment. The amount must also be the job's budget, which is
 * frozen before the first payment.
 */
export function mismatches(
  intent: Pick<PaymentIntent, 'amount' | 'currency' | 'metadata'>,
  payment: Expected,
  budget: number,
): string[] {
  const agrees = {
    amount: intent.amount === payment.amount && intent.amount === budget,
    currency: intent.currency === payment.currency,
    'metadata.jobId': intent.metadata['jobId'] === String(payment.jobId),
    'metadata.paymentId': intent.metadata['paymentId'] === String(payment.id),
  };
  return Object.entries(agrees).flatMap(([fact, isRight]) => (isRight ? [] : [fact]));
}

/** Statuses of which a job has at most one payment. */
export const LIVE_STATUSES = ['pending', 'completed'] as const;
