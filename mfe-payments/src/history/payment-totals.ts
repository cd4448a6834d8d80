import { toCents, type PaymentMonth } from '@dps/contract';
import type { ListedPayment } from './payment-list.ts';

/** A sum of budgets in cents, the part of it that was paid, and the part of that which was refunded. */
export interface Sum {
  cents: number;
  paidCents: number;
  refundedCents: number;
}

/** The payments of a calendar month of the viewer. */
export interface MonthTotal extends Sum {
  /** `2026-11` */
  key: string;
  count: number;
  paidCount: number;
}

/** Returns the key of the calendar month of an instant, in the time zone of the viewer. */
export const monthKey = (instant: Date) =>
  `${instant.getFullYear()}-${String(instant.getMonth() + 1).padStart(2, '0')}`;

const NONE = { cents: 0, paidCents: 0, refundedCents: 0, count: 0, paidCount: 0 };

/** Returns the totals of complete payments, without months that have no payment. */
export function totalsByMonth(payments: readonly ListedPayment[]): MonthTotal[] {
  const months = new Map<string, MonthTotal>();
  for (const { date, cents, paid, stored } of payments) {
    const key = monthKey(new Date(date));
    const month = months.get(key) ?? { key, ...NONE };
    months.set(key, month);
    month.cents += cents;
    month.count += 1;
    if (!paid) continue;
    month.paidCents += cents;
    month.paidCount += 1;
    month.refundedCents += toCents(stored?.refundedAmount ?? 0);
  }
  return [...months.values()];
}

/** Returns the totals in a response of the server. */
export function readMonths(months: readonly PaymentMonth[]): MonthTotal[] {
  return months.map(({ month, count, paidCount, ...sums }) => ({
    key: month,
    count,
    paidCount,
    cents: toCents(sums.amount),
    paidCents: toCents(sums.paidAmount),
    refundedCents: toCents(sums.refundedAmount),
  }));
}

export interface PaymentStats {
  total: Sum;
  month: Sum;
  /** Rounded to a whole cent; 0 without payments. */
  averageCents: number;
  /** Number of jobs that are completed and not paid yet. */
  pending: number;
}

/** Returns the figures of the cards. `month` sums the calendar month of `now`. */
export function paymentStats(months: readonly MonthTotal[], now: Date): PaymentStats {
  const all = { ...NONE };
  for (const { cents, paidCents, refundedCents, count, paidCount } of months) {
    all.cents += cents;
    all.paidCents += paidCents;
    all.refundedCents += refundedCents;
    all.count += count;
    all.paidCount += paidCount;
  }
  const { count, paidCount, ...total } = all;
  const { cents, paidCents, refundedCents } = months.find(({ key }) => key === monthKey(now)) ?? NONE;
  return {
    total,
    month: { cents, paidCents, refundedCents },
    averageCents: count > 0 ? Math.round(total.cents / count) : 0,
    pending: count - paidCount,
  };
}
