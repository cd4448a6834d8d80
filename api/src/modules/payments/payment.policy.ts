import type { Payment } from './payment.entity.ts';
import type { PaymentIntent } from './provider/payment-intent.ts';

/** The key under which the provider starts one payment for one attempt, however often it is asked. */
export function idempotencyKey({ id, attempt }: Pick<Payment, 'id' | 'attempt'>): string {
  return `pay:${id}:${attempt}`;
}

/** Facts of a stored payment that the provider's intent must agree with. */
type Expected = Pick<Payment, 'id' | 'jobId' | 'amountCents' | 'currency'>;

/**
 * What of an intent is not as expected; empty for an intent for this payment of this job and for the whole amount, which
 * is the job's budget: that is frozen from before the first payment on.
 */
export function mismatches(intent: PaymentIntent, payment: Expected, budgetCents: number): string[] {
  const agrees = {
    amount: intent.amount === payment.amountCents && intent.amount === budgetCents,
    currency: intent.currency === payment.currency,
    'metadata.jobId': intent.metadata['jobId'] === String(payment.jobId),
    'metadata.paymentId': intent.metadata['paymentId'] === String(payment.id),
  };
  return Object.entries(agrees).flatMap(([fact, isRight]) => (isRight ? [] : [fact]));
}

/** Payments of which a job has one at most. */
export const LIVE_STATUSES = ['pending', 'completed'] as const;
