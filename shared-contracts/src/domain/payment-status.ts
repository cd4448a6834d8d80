/**
 * States of a stored payment: pending → completed, failed or canceled; completed → refunded or disputed, and back to
 * completed if a refund fails or a dispute is won.
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

/** Name of the card payment provider on screens. */
export const PAYMENT_METHOD_NAME = 'Stripe';
