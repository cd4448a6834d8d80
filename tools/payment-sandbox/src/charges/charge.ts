import { invalidRequest } from '../http/api-error.ts';
import type { PaymentIntent } from '../payment-intents/payment-intent.ts';
import type { PaymentError } from '../payment-methods/payment-error.ts';
import type { PaymentMethod } from '../payment-methods/payment-method.ts';

/** One try to take the money of an intent. Times are seconds since 1970, amounts are in cents. */
export interface Charge {
  id: string;
  intentId: string;
  status: 'succeeded' | 'pending' | 'failed';
  amount: number;
  /** Given back, or on its way back. */
  amountRefunded: number;
  currency: 'usd';
  created: number;
  description: string | null;
  receiptEmail: string | null;
  metadata: Record<string, string>;
  paymentMethod: PaymentMethod | null;
  failure: PaymentError | null;
  /** Whether the cardholder has ever disputed it; stays true however that ends. */
  disputed: boolean;
  /** Whether a dispute is open or lost: the money is not there to be given back. */
  chargedBack: boolean;
}

const STATUSES: Partial<Record<PaymentIntent['status'], Charge['status']>> = {
  succeeded: 'succeeded',
  processing: 'pending',
};

/** The charge behind an intent's `latestCharge`, as it begins; `now` in seconds since 1970. */
export function chargeOf(intent: PaymentIntent, id: string, now: number): Charge {
  return {
    id,
    intentId: intent.id,
    status: STATUSES[intent.status] ?? 'failed',
    amount: intent.amount,
    amountRefunded: 0,
    currency: intent.currency,
    created: now,
    description: intent.description,
    receiptEmail: intent.receiptEmail,
    metadata: intent.metadata,
    paymentMethod: intent.paymentMethod ?? intent.lastError?.paymentMethod ?? null,
    failure: intent.lastError?.error ?? null,
    disputed: false,
    chargedBack: false,
  };
}

/**
 * The charge with `amount` cents of it given back; without an amount, all that is left of it.
 * @throws ApiError 400 when there is not that much to give back.
 */
export function refunded(charge: Charge, amount: number | undefined): { charge: Charge; amount: number } {
  const left = charge.amount - charge.amountRefunded;
  if (charge.status !== 'succeeded') {
    throw invalidRequest(
      `Charge ${charge.id} has not succeeded and cannot be refunded.`,
      'charge_not_refundable',
    );
  }
  if (charge.chargedBack) {
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge_disputed',
    );
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  }
  const back = amount ?? left;
  if (back < 1) {
    throw invalidRequest('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  }
  if (back > left) {
    throw invalidRequest(
      `Refund amount (${dollars(back)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount_too_large',
      'amount',
    );
  }
  return { charge: { ...charge, amountRefunded: charge.amountRefunded + back }, amount: back };
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
