import { csvTable, fromCents, localDay } from '@dps/shared-contracts';
import type { ListedPayment } from './payment-list.ts';

const HEADER = ['Job Title', 'Date', 'Amount', 'Method', 'Status', 'Payment ID'];

/** The payments as CSV (RFC 4180, lines end with CRLF), amounts with two decimals. */
export function paymentsCsv(payments: readonly ListedPayment[]): string {
  const rows = payments.map(({ jobTitle, date, cents, method, status, id }) => [
    jobTitle,
    localDay(new Date(date)),
    fromCents(cents).toFixed(2),
    method,
    status,
    String(id),
  ]);
  return csvTable([HEADER, ...rows]);
}

/** `payments-export-2026-12-31.csv`, with the viewer's date. */
export function csvFileName(now: Date): string {
  return `payments-export-${localDay(now)}.csv`;
}
