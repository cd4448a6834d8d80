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

/** Returns the last twelve calendar months up to the one of `now`, oldest first, including months without payments. */
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

const MAX_STEPS = 4;
const NICE = [1, 2, 2.5, 5, 10];

/**
 * Returns the values of the chart's grid lines, in cents: from 0 to at least `maxCents` in at most four equal steps. A step
 * is 1, 2, 2.5 or 5 times a power of ten, and at least a dollar.
 */
export function ticksFor(maxCents: number): number[] {
  const least = Math.max(maxCents / MAX_STEPS, 100);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.round((NICE.find((nice) => nice * power >= least) ?? 10) * power);
  const steps = Math.max(Math.ceil(maxCents / step), 1);
  return Array.from({ length: steps + 1 }, (_each, index) => index * step);
}
