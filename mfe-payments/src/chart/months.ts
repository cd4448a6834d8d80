import { monthKey, type MonthTotal } from '../history/payment-totals.ts';

/** A month of the chart. */
export type Month = Pick<MonthTotal, 'key' | 'cents' | 'count'>;

const MONTHS = 12;

/** Returns the last twelve calendar months up to the one of `now`, oldest first, including months without payments. */
export function lastMonths(totals: readonly MonthTotal[], now: Date): Month[] {
  const byKey = new Map(totals.map((total) => [total.key, total]));
  return Array.from({ length: MONTHS }, (_each, index) => {
    const key = monthKey(new Date(now.getFullYear(), now.getMonth() - (MONTHS - 1 - index), 1));
    const { cents = 0, count = 0 } = byKey.get(key) ?? {};
    return { key, cents, count };
  });
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
