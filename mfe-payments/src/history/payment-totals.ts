import type { ListedPayment } from './payment-list.ts';

/** A sum of budgets and its parts, in cents. */
export interface Sum {
  cents: number;
  /** The part that was received, without refunded and disputed money. */
  paidCents: number;
  refundedCents: number;
  /** What the clients' banks dispute or have taken. */
  disputedCents: number;
  /** The part of jobs that are completed and not paid yet. */
  dueCents: number;
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

const NO_MONEY: Sum = { cents: 0, paidCents: 0, refundedCents: 0, disputedCents: 0, dueCents: 0 };
const NONE = { ...NO_MONEY, count: 0, paidCount: 0 };

/** Returns the money of one payment. */
function sumOf({ cents, paid, stored }: ListedPayment): Sum {
  if (!paid) return { ...NO_MONEY, cents, dueCents: cents };
  const refundedCents = stored?.refundedAmount ?? 0;
  // An older API does not say which part is disputed.
  const disputedCents =
    stored?.status === 'disputed' ? (stored.disputedAmount ?? stored.amount - refundedCents) : 0;
  return {
    cents,
    paidCents: cents - refundedCents - disputedCents,
    refundedCents,
    disputedCents,
    dueCents: 0,
  };
}

const MONEY = [
  'cents',
  'paidCents',
  'refundedCents',
  'disputedCents',
  'dueCents',
] as const satisfies (keyof Sum)[];

function add(sum: Sum, more: Sum): void {
  for (const part of MONEY) sum[part] += more[part];
}

/** Returns the totals of complete payments, without months that have no payment. */
export function totalsByMonth(payments: readonly ListedPayment[]): MonthTotal[] {
  const months = new Map<string, MonthTotal>();
  for (const payment of payments) {
    const key = monthKey(new Date(payment.date));
    const month = months.get(key) ?? { key, ...NONE };
    months.set(key, month);
    add(month, sumOf(payment));
    month.count += 1;
    month.paidCount += payment.paid ? 1 : 0;
  }
  return [...months.values()];
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
  const total = { ...NO_MONEY };
  let count = 0;
  let pending = 0;
  for (const month of months) {
    add(total, month);
    count += month.count;
    pending += month.count - month.paidCount;
  }
  return {
    total,
    month: months.find(({ key }) => key === monthKey(now)) ?? NO_MONEY,
    averageCents: count > 0 ? Math.round(total.cents / count) : 0,
    pending,
  };
}
