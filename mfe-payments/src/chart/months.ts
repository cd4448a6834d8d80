import type { ListedPayment } from '../history/payment-list.ts';

/** The payments of one calendar month of the viewer; money in cents. */
export interface Month {
  /** `2026-11` */
  key: string;
  cents: number;
  count: number;
}

const MONTHS = 12;
const keyOf = (day: Date) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}`;

/** The twelve calendar months up to the one of `now`, oldest first; months without a payment among them. */
export function paymentsByMonth(payments: readonly ListedPayment[], now: Date): Month[] {
  const months = Array.from({ length: MONTHS }, (_each, index) => ({
    key: keyOf(new Date(now.getFullYear(), now.getMonth() - (MONTHS - 1 - index), 1)),
    cents: 0,
    count: 0,
  }));
  const byKey = new Map(months.map((month) => [month.key, month]));
  for (const { date, cents } of payments) {
    const month = byKey.get(keyOf(new Date(date)));
    if (!month) continue;
    month.cents += cents;
    month.count += 1;
  }
  return months;
}

const inUtc = (key: string) => new Date(`${key}-01T00:00:00Z`);
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const letter = new Intl.DateTimeFormat('en-US', { month: 'narrow', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `Nov` */
export function shortMonth(key: string): string {
  return short.format(inUtc(key));
}

/** `N` */
export function letterOfMonth(key: string): string {
  return letter.format(inUtc(key));
}

/** `November 2026` */
export function longMonth(key: string): string {
  return long.format(inUtc(key));
}
