import type { PaymentError } from '../payment-methods/payment-error.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export const CANCELLATION_REASONS = [
  'abandoned',
  'duplicate',
  'fraudulent',
  'requested_by_customer',
] as const;

export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** One payment, from the first intention to its end. Times are seconds since 1970, the amount is in cents. */
export interface PaymentIntent {
  id: string;
  clientSecret: string;
  status: PaymentIntentStatus;
  amount: number;
  currency: 'usd';
  description: string | null;
  receiptEmail: string | null;
  metadata: Record<string, string>;
  /** Whether payment methods may send the payer to another page; null where the methods were listed by the caller. */
  redirects: 'always' | 'never' | null;
  created: number;
  canceledAt: number | null;
  cancellationReason: CancellationReason | null;
  paymentMethod: PaymentMethod | null;
  /** The failed attempt before this state, with the card that it was made with. */
  lastError: { error: PaymentError; paymentMethod: PaymentMethod | null } | null;
  /** Id of the authentication that the payer has to complete; null when there is none. */
  challenge: string | null;
  latestCharge: string | null;
}
