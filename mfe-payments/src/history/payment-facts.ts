import { formatCents, formatDollars, formatInstantDay, type PaymentView } from '@dps/shared-contracts';
import { texts } from '../texts.ts';
import type { ListedPayment } from './payment-list.ts';

/** What is known of the real payment: not asked yet, failed to ask, none, or what is stored. */
export type RealPayment = 'loading' | 'unknown' | PaymentView | null;

/** The state of the real payment in words. */
export function realPaymentText(payment: RealPayment): string {
  if (payment === 'loading') return texts.details.cardLoading;
  if (payment === 'unknown') return texts.details.cardUnknown;
  if (payment === null) return texts.details.cardNone;
  if (payment.provider === 'manual') return texts.manual;
  const partly = payment.status === 'completed' && payment.refundedAmount > 0;
  return partly
    ? texts.partlyRefunded(formatDollars(payment.refundedAmount))
    : texts.cardStates[payment.status];
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

// Line ends of any kind, and marks that turn the direction of what follows: they could make a title look like another line.
const LINE_ENDS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The receipt as a text file: one fact a line, whatever a title holds. */
export function receiptText(payment: ListedPayment, real: RealPayment): string {
  const lines = paymentFacts(payment, real).map(
    ([label, value]) => `${label}: ${value.replaceAll(TURNS, '').replaceAll(LINE_ENDS, ' ')}`,
  );
  return [texts.details.receipt, '', ...lines, '', texts.details.thanks, ''].join('\n');
}

/** What no file system, or no person who looks at one, can take in a name: separators, control and invisible characters. */
const UNFIT = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu;
/** The longest title in a file name, in bytes of UTF-8: file systems take 255 for a whole name. */
const MAX_TITLE_BYTES = 200;

/** `receipt-7-Roof-survey.txt`; what a file name cannot carry is left out. */
export function receiptFileName({ id, jobTitle }: ListedPayment): string {
  const title = jobTitle.trim().replaceAll(/\s/g, '-').replaceAll(UNFIT, '');
  return `receipt-${id}-${shortened(title)}.txt`;
}

/** As many whole characters from the beginning of a text as fit. */
function shortened(text: string): string {
  const encoder = new TextEncoder();
  const { read } = encoder.encodeInto(text, new Uint8Array(MAX_TITLE_BYTES));
  return text.slice(0, read);
}
