import { formatCents, formatInstantDay, isStarted, type PaymentView } from '@dps/contract';
import { texts } from '../texts.ts';
import type { ListedPayment } from './payment-list.ts';

/** The card payment of a job; null if the job has none, `unknown` if it could not be loaded. */
export type CardPayment = 'loading' | 'unknown' | PaymentView | null;

export function cardPaymentText(payment: CardPayment): string {
  if (payment === 'loading') return texts.details.cardLoading;
  if (payment === 'unknown') return texts.details.cardUnknown;
  if (payment === null || (payment.status === 'pending' && !isStarted(payment)))
    return texts.details.cardNone;
  if (payment.provider === 'manual') return texts.manual;
  const partly = payment.status === 'completed' && payment.refundedAmount > 0;
  return partly
    ? texts.partlyRefunded(formatCents(payment.refundedAmount))
    : texts.cardStates[payment.status];
}

/**
 * Returns the state of the money: of the stored payment, or by the status of the job without one. A paid job with an open
 * card payment is paid: the stored payment was read before the job.
 */
export function paymentStateText({ paid, stored }: ListedPayment): string {
  const { states } = texts;
  if (stored?.status === 'refunded') return states.refunded;
  if (stored?.status === 'disputed') return states.disputed;
  if (stored?.status === 'completed' && stored.refundedAmount > 0) {
    return states.partlyRefunded(formatCents(stored.refundedAmount));
  }
  if (paid || stored?.status === 'completed') return states.paid;
  return isStarted(stored) ? states.started : states.due;
}

/** Returns a payment without the state of the share, which changes after the receipt. */
export const withoutShare = (payment: PaymentView): PaymentView => ({ ...payment, share: null });

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
    [details.state, paymentStateText({ ...payment, ...(typeof card === 'object' && { stored: card }) })],
    [details.card, cardPaymentText(card)],
  ];
}
