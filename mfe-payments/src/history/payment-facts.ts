import { formatCents, formatDollars, formatInstantDay, type PaymentView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';
import type { ListedPayment } from './payment-list.ts';

/** The card payment of a job; null if the job has none, `unknown` if it could not be loaded. */
export type CardPayment = 'loading' | 'unknown' | PaymentView | null;

export function cardPaymentText(payment: CardPayment): string {
  if (payment === 'loading') return texts.details.cardLoading;
  if (payment === 'unknown') return texts.details.cardUnknown;
  if (payment === null) return texts.details.cardNone;
  if (payment.provider === 'manual') return texts.manual;
  const partly = payment.status === 'completed' && payment.refundedAmount > 0;
  return partly
    ? texts.partlyRefunded(formatDollars(payment.refundedAmount))
    : texts.cardStates[payment.status];
}

/** Returns the label and the value of each line of the payment's details. */
export function paymentFacts(payment: ListedPayment, card: CardPayment): [label: string, value: string][] {
  const { details } = texts;
  return [
    [details.payment, String(payment.id)],
    [details.job, payment.jobTitle],
    [details.date, formatInstantDay(payment.date)],
    [details.amount, formatCents(payment.cents)],
    [details.method, payment.method],
    [details.status, payment.status],
    [details.card, cardPaymentText(card)],
  ];
}
