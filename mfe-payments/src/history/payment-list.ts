import { PAYMENT_METHOD_NAME, SETTLED_STATUSES, toCents, type JobView } from '@dps/shared-contracts';

/** A payment as the screens show it: derived from a job, not stored. Money in cents. */
export interface ListedPayment {
  /** The job's id. */
  id: number;
  jobTitle: string;
  cents: number;
  /** ISO 8601. */
  date: string;
  method: string;
  status: 'completed';
}

export const STATUS_FILTERS = ['all', 'completed', 'pending', 'failed'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const DATE_FILTERS = ['all', 'week', 'month', 'quarter'] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

const DAYS = { all: Infinity, week: 7, month: 30, quarter: 90 } as const satisfies Record<DateFilter, number>;
const DAY_MS = 86_400_000;

/** The payments of a user's jobs: those that are completed or paid, newest first. */
export function listPayments(jobs: readonly JobView[]): ListedPayment[] {
  return jobs
    .filter((job) => SETTLED_STATUSES.includes(job.status))
    .map((job) => ({
      id: job.id,
      jobTitle: job.title,
      cents: toCents(job.budget),
      date: job.updatedAt,
      method: PAYMENT_METHOD_NAME,
      status: 'completed' as const,
    }))
    .toSorted(newestFirst);
}

/** Instants in UTC compare as their texts do. */
function newestFirst(one: ListedPayment, other: ListedPayment): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  return other.id - one.id;
}

/** The payments that both filters let through at the moment `now`. */
export function filterPayments(
  payments: readonly ListedPayment[],
  filters: { status: StatusFilter; date: DateFilter },
  now: Date,
): ListedPayment[] {
  const earliest = now.getTime() - DAYS[filters.date] * DAY_MS;
  return payments.filter(
    ({ status, date }) =>
      (filters.status === 'all' || filters.status === status) && new Date(date).getTime() >= earliest,
  );
}

export interface PaymentStats {
  totalCents: number;
  monthCents: number;
  /** Rounded to a whole cent; 0 without payments. */
  averageCents: number;
  /** Jobs that are completed and not paid yet. */
  pending: number;
}

/** The figures of the cards; "this month" is the viewer's calendar month of `now`. */
export function paymentStats(jobs: readonly JobView[], now: Date): PaymentStats {
  const payments = listPayments(jobs);
  const sum = (each: readonly ListedPayment[]) => each.reduce((total, { cents }) => total + cents, 0);
  const totalCents = sum(payments);
  const thisMonth = payments.filter(({ date }) => {
    const day = new Date(date);
    return day.getFullYear() === now.getFullYear() && day.getMonth() === now.getMonth();
  });
  return {
    totalCents,
    monthCents: sum(thisMonth),
    averageCents: payments.length > 0 ? Math.round(totalCents / payments.length) : 0,
    pending: jobs.filter(({ status }) => status === 'completed').length,
  };
}
