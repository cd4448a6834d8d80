import {
  formatInstantDay,
  jobNumber,
  paymentMethodText,
  type JobDetailView,
  type PaymentView,
  type UserView,
} from '@dps/contract';
import type { SheetFact } from '@dps/ui/print-sheet';
import { cardPaymentText } from '../history/payment-facts.ts';
import { texts } from '../texts.ts';

/** A paid job with its payment. */
export type PaidJob = JobDetailView & { payment: PaymentView };

/** Returns whether a job has a receipt: it is paid, and the user may see the payment. */
export function isPaid(job: JobDetailView): job is PaidJob {
  return job.status === 'paid' && job.payment !== null;
}

/**
 * Returns the parties: the platform with its address, the client and the pilot. The email address of the other party is not
 * the user's to see.
 */
export function receiptParties(job: PaidJob, user: UserView, host: string): SheetFact[] {
  const { receipt } = texts;
  const party = (label: string, role: UserView['role'], name: string): SheetFact =>
    user.role === role ? [label, name, user.email] : [label, name];
  return [
    [receipt.issuedBy, receipt.platform, host],
    party(receipt.client, 'client', job.client.name),
    party(receipt.pilot, 'pilot', job.pilot?.name ?? receipt.unknown),
  ];
}

/** Returns the label and the value of each further line of the receipt. */
export function receiptFacts(job: PaidJob): SheetFact[] {
  const { receipt, details } = texts;
  const { payment } = job;
  return [
    [details.payment, String(job.id)],
    [details.date, formatInstantDay(job.updatedAt)],
    [details.job, job.title, jobNumber(job.id)],
    [receipt.site, job.location],
    [receipt.method, receipt.methodText(paymentMethodText(payment))],
    [details.card, cardPaymentText(payment)],
    [receipt.transaction, payment.transactionId ?? receipt.unknown],
  ];
}
