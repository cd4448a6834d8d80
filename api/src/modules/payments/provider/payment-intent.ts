/** What we look at of the provider's payment intent. */
export interface PaymentIntent {
  id: string;
  status: PaymentIntentStatus;
  /** In the currency's smallest unit. */
  amount: number;
  /** ISO 4217, lower case. */
  currency: string;
  metadata: Readonly<Record<string, string>>;
  clientSecret: string;
  /** The provider's code of the last failure; null when the last attempt did not fail. */
  failureCode: string | null;
  /** The provider's charge of the last attempt to pay; null before the first. */
  chargeId: string | null;
}

/** What has become of money that the provider once had. */
export interface ReturnedMoney {
  /** What went back to the payer so far, in the currency's smallest unit. */
  refundedCents: number;
  /** The payer's bank asks for the money back, and has not been proved wrong. */
  disputed: boolean;
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

/** A status that the provider may add one day is one that we wait out: it neither pays a job nor fails a payment. */
export function toIntentStatus(status: string): PaymentIntentStatus {
  return STATUSES.find((known) => known === status) ?? 'processing';
}
