import type { Payment } from './payment.entity.ts';
import type { PaymentIntent } from './provider/payment-intent.ts';

/** The key under which the provider starts one payment for one attempt, however often it is asked. */
export function idempotencyKey({ id, attempt }: Pick<Payment, 'id' | 'attempt'>): string {
  return `pay:${id}:${attempt}`;
}

/** Facts of a stored payment that the provider's intent must agree with. */
type Expected = Pick<Payment, 'id' | 'jobId' | 'amountCents' | 'currency'>;

/** True when an intent is for this payment of this job and for the whole amount. */
export function matches(intent: PaymentIntent, payment: Expected): boolean {
  return (
    intent.amount === payment.amountCents &&
    intent.currency === payment.currency &&
    intent.metadata['jobId'] === String(payment.jobId) &&
    intent.metadata['paymentId'] === String(payment.id)
  );
}

export type IntentOutcome = 'settle' | 'wait' | 'fail' | 'cancel' | 'mismatch';

const OUTCOMES = {
  succeeded: 'settle',
  processing: 'wait',
  requires_capture: 'wait',
  requires_action: 'fail',
  requires_confirmation: 'fail',
  requires_payment_method: 'fail',
  canceled: 'cancel',
} as const satisfies Record<PaymentIntent['status'], IntentOutcome>;

/** What an intent as it stands at the provider means for its payment. */
export function judge(intent: PaymentIntent, payment: Expected): IntentOutcome {
  return matches(intent, payment) ? OUTCOMES[intent.status] : 'mismatch';
}
