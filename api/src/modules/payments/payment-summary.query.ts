import { SETTLED_STATUSES, type PaymentView, type Role } from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import { FIRST_JOBS, OWNER } from '../jobs/job-summary.query.ts';
import { JOB_COLUMNS, type JobRow } from '../jobs/job.queries.ts';
import { latestPaymentOfJob } from './payment.queries.ts';

/** The totals of a calendar month; sums as the texts of numerics. */
export interface MonthRow {
  month: string;
  count: number;
  paidCount: number;
  amount: string;
  paidAmount: string;
  refundedAmount: string;
  disputedAmount: string;
}

export interface SettledJobRow extends JobRow {
  payment: PaymentView | null;
}

const isSettled = `jobs.status IN (${sqlList(SETTLED_STATUSES)})`;
const IS_PAID = `jobs.status = 'paid'`;

/** SQL: the totals of a user's completed and paid jobs by month. `$1` the user, `$2` the time zone of the months. */
export const paymentMonths = (role: Role) => `
  SELECT to_char(jobs.updated_at AT TIME ZONE $2::text, 'YYYY-MM') AS month,
    count(*)::integer AS count,
    count(*) FILTER (WHERE ${IS_PAID})::integer AS "paidCount",
    sum(jobs.budget) AS amount,
    coalesce(sum(jobs.budget) FILTER (WHERE ${IS_PAID}), 0) AS "paidAmount",
    coalesce(sum(latest.refunded_amount), 0) AS "refundedAmount",
    coalesce(sum(latest.amount - latest.refunded_amount) FILTER (WHERE latest.status = 'disputed'), 0)
      AS "disputedAmount"
  FROM jobs LEFT JOIN LATERAL (
    SELECT amount, refunded_amount, payments.status FROM payments
    WHERE payments.job_id = jobs.id AND ${IS_PAID} ORDER BY id DESC LIMIT 1
  ) AS latest ON true
  WHERE ${OWNER[role]} = $1 AND ${isSettled}
  GROUP BY month ORDER BY month`;

/** SQL: the completed and paid jobs of a user with the latest change, and their latest payments. `$1` the user. */
export const latestSettledJobs = (role: Role) => `
  SELECT ${JOB_COLUMNS}, ${latestPaymentOfJob('jobs.id')} AS payment FROM jobs
  WHERE ${OWNER[role]} = $1 AND ${isSettled}
  ORDER BY jobs.updated_at DESC, jobs.id DESC LIMIT ${FIRST_JOBS}`;
