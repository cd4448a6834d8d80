import { csvTable, decimalDollars, localDay, moneyFacts, type JobDetailView, type Role } from '@dps/contract';
import type { DownloadFile } from '@dps/contract/client';
import { texts } from '../texts.ts';
import { paymentFacts, paymentStateText, withoutShare } from './payment-facts.ts';
import type { ListedPayment } from './payment-list.ts';

const HEADER = ['Job Title', 'Date', 'Amount', 'Method', 'Status', 'Payment ID'];

/** Returns the payments as a CSV file (RFC 4180): amounts with two decimals, the viewer's date in the file name. */
export function paymentsFile(payments: readonly ListedPayment[], now: Date): DownloadFile {
  const rows = payments.map((payment) => [
    payment.jobTitle,
    localDay(new Date(payment.date)),
    decimalDollars(payment.cents),
    payment.method,
    paymentStateText(payment),
    String(payment.id),
  ]);
  return {
    name: `payments-export-${localDay(now)}.csv`,
    mediaType: 'text/csv',
    content: csvTable([HEADER, ...rows]),
  };
}

// A title with line breaks or bidirectional marks could imitate other lines of the receipt.
const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const BIDI_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Returns the receipt as a text file with one value a line.
 *
 * @param job the job with its card payment and its money; undefined if it could not be loaded
 * @param reader the role of the user who saves the file
 */
export function receiptFile(
  payment: ListedPayment,
  job: JobDetailView | undefined,
  reader: Role,
): DownloadFile {
  const facts = paymentFacts(payment, job ? job.payment : 'unknown').map(
    ([label, value]) => `${label}: ${value.replaceAll(BIDI_MARKS, '').replaceAll(LINE_BREAKS, ' ')}`,
  );
  const money = job
    ? moneyFacts(job, job.payment && withoutShare(job.payment), reader).map(
        ({ label, value, note }) => `${label}: ${value}${note ? ` (${note})` : ''}`,
      )
    : [];
  const parts = [
    [texts.details.receipt],
    job?.status === 'paid' || payment.paid ? [] : [texts.details.unpaid],
    facts,
    money,
    [texts.details.thanks],
  ];
  return {
    name: receiptFileName(payment),
    mediaType: 'text/plain',
    content: parts
      .filter((part) => part.length > 0)
      .map((part) => `${part.join('\n')}\n`)
      .join('\n'),
  };
}

/** Separators, control characters and invisible characters. */
const NOT_IN_FILE_NAMES = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu;
/** Maximum length of a title in a file name, in bytes of UTF-8; file systems allow 255 for the complete name. */
const MAX_TITLE_BYTES = 200;

function receiptFileName({ id, jobTitle }: ListedPayment): string {
  const title = jobTitle.trim().replaceAll(/\s/g, '-').replaceAll(NOT_IN_FILE_NAMES, '');
  const { read } = new TextEncoder().encodeInto(title, new Uint8Array(MAX_TITLE_BYTES));
  return `receipt-${id}-${title.slice(0, read)}.txt`;
}
