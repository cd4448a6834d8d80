/** The relevant fields of the provider's payment intent. */
export interface PaymentIntent {
  id: string;
  status: PaymentIntentStatus;
  /** Amount in the currency's smallest unit. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  metadata: Readonly<Record<string, string>>;
  clientSecret: string;
  /** The provider's code of the last failure; null if the last attempt did not fail. */
  failureCode: string | null;
  /** The provider's charge of the last attempt to pay; null before the first. */
  chargeId: string | null;
  /** The card of that charge; null if the response does not contain it. */
  card: { brand: string | null; last4: string | null } | null;
}

/** Refunds and disputes of received money. */
export interface ReturnedMoney {
  /** Refunded amount, in the currency's smallest unit. */
  refundedAmount: number;
  /** Time of the newest refund; null without one. */
  refundedAt: Date | null;
  /** Amount of the open disputes of the payer's bank, in the currency's smallest unit. A later refund does not reduce it. */
  disputedAmount: number;
  /** Amount of the lost disputes, which the bank keeps. */
  lostAmount: number;
}

const STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
] as const;
export type PaymentIntentStatus = (typeof STATUSES)[number];

/** Maps an unknown status to `processing`, which neither settles nor fails a payment. */
export function toIntentStatus(status: string): PaymentIntentStatus {
  return STATUSES.find((known) => known === status) ?? 'processing';
}
