import { PAYMENT_METHOD_NAME, SETTLED_STATUSES, type JobView, type PaymentView } from '@dps/contract';

/** A payment that is derived from a job. Money in cents. */
export interface ListedPayment {
  /** The job's id. */
  id: number;
  jobTitle: string;
  cents: number;
  /** ISO 8601. */
  date: string;
  method: string;
  status: 'completed';
  /** False while the completed job awaits its payment. */
  paid: boolean;
  /** The job's latest stored payment; null without one, or if it is not loaded. */
  stored: PaymentView | null;
}

export const STATUS_FILTERS = ['all', 'completed', 'pending', 'failed'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

export const DATE_FILTERS = ['all', 'week', 'month', 'quarter'] as const;
export type DateFilter = (typeof DATE_FILTERS)[number];

const DAYS = { all: Infinity, week: 7, month: 30, quarter: 90 } as const satisfies Record<DateFilter, number>;
const DAY_MS = 86_400_000;

/**
 * Returns the payments of the completed and the paid jobs, newest first. `stored` are the stored payments as far as they are
 * loaded, at most one for each job.
 */
export function listPayments(jobs: readonly JobView[], stored: readonly PaymentView[] = []): ListedPayment[] {
  const storedOf = new Map(stored.map((payment) => [payment.jobId, payment]));
  return jobs
    .filter((job) => SETTLED_STATUSES.includes(job.status))
    .map((job) => ({
      id: job.id,
      jobTitle: job.title,
      cents: job.budget,
      date: job.updatedAt,
      method: PAYMENT_METHOD_NAME,
      status: 'completed' as const,
      paid: job.status === 'paid',
      stored: storedOf.get(job.id) ?? null,
    }))
    .toSorted(newestFirst);
}

/** ISO 8601 instants in UTC sort as strings. */
function newestFirst(one: ListedPayment, other: ListedPayment): number {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1;
  return other.id - one.id;
}

/** Returns the payments that match both filters at the instant `now`. */
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
