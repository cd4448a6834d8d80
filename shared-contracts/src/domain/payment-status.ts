/**
 * States of a stored payment: pending → completed, failed or canceled; completed → refunded or disputed, and back when a
 * refund fails or a dispute is won.
 */
export const PAYMENT_STATUSES = [
  'pending',
  'completed',
  'failed',
  'canceled',
  'refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const PAYMENT_PROVIDERS = ['stripe', 'manual'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** What screens call the card payment provider. */
export const PAYMENT_METHOD_NAME = 'Stripe';
