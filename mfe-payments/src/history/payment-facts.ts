import { formatCents, formatInstantDay, type PaymentView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';
import type { ListedPayment } from './payment-list.ts';

/** What is known of the real payment: not asked yet, failed to ask, none, or what is stored. */
export type RealPayment = 'loading' | 'unknown' | PaymentView | null;

/** The state of the real payment in words. */
export function realPaymentText(payment: RealPayment): string {
  if (payment === 'loading') return texts.details.cardLoading;
  if (payment === 'unknown') return texts.details.cardUnknown;
  if (payment === null) return texts.details.cardNone;
  return payment.provider === 'manual' ? texts.manual : texts.cardStates[payment.status];
}

/** The lines of the payment's details: label and value. */
export function paymentFacts(payment: ListedPayment, real: RealPayment): [label: string, value: string][] {
  const { details } = texts;
  return [
    [details.payment, String(payment.id)],
    [details.job, payment.jobTitle],
    [details.date, formatInstantDay(payment.date)],
    [details.amount, formatCents(payment.cents)],
    [details.method, payment.method],
    [details.status, payment.status],
    [details.card, realPaymentText(real)],
  ];
}

/** The receipt as a text file. */
export function receiptText(payment: ListedPayment, real: RealPayment): string {
  const lines = paymentFacts(payment, real).map(([label, value]) => `${label}: ${value}`);
  return [texts.details.receipt, '', ...lines, '', texts.details.thanks, ''].join('\n');
}

/** `receipt-7-Roof-survey.txt`; what a file name cannot carry is left out. */
export function receiptFileName({ id, jobTitle }: ListedPayment): string {
  const title = jobTitle.replaceAll(/\s/g, '-').replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, '');
  return `receipt-${id}-${title}.txt`;
}
