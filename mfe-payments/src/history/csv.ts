import { fromCents, localDay } from '@dps/shared-contracts';
import type { ListedPayment } from './payment-list.ts';

const HEADER = ['Job Title', 'Date', 'Amount', 'Method', 'Status', 'Payment ID'];
/** What a spreadsheet takes for the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One cell of RFC 4180; a formula is made inert by a leading apostrophe. */
function cell(value: string): string {
  const inert = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

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
  return [HEADER, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** `payments-export-2026-12-31.csv`, with the viewer's date. */
export function csvFileName(now: Date): string {
  return `payments-export-${localDay(now)}.csv`;
}
