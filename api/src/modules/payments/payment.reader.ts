import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Actor,
  PageQuery,
  PaymentMonth,
  PaymentSummaryQuery,
  PaymentSummaryView,
  PaymentView,
  Role,
} from '@dps/contract';
import { mapPage, toPage, toSlice, type Page } from '../../platform/http/paging/keyset.ts';
import { toJobView } from '../jobs/job.mapper.ts';
import { ABOVE_EVERY_ID } from '../jobs/job.queries.ts';
import { OWNER } from '../jobs/job-summary.query.ts';
import { isUnknownTimeZone } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import {
  latestSettledJobs,
  paymentMonths,
  type MonthRow,
  type SettledJobRow,
} from './payment-summary.query.ts';
import { fromPaymentJson, latestPaymentOfJob } from './payment.queries.ts';

/** A job with its latest payment. */
interface Row {
  /** The job's id, which is the cursor: a further attempt to pay does not move the job to another page. */
  id: number;
  payment: PaymentView;
}

/**
 * SQL: the latest payment of each job of a user. `$1` the id of the job below which the page begins, `$2` the number of rows,
 * `$3` the user.
 */
const latestPayments = (role: Role) => `
  SELECT jobs.id, latest.payment
  FROM jobs CROSS JOIN LATERAL ${latestPaymentOfJob('jobs.id')} AS latest(payment)
  WHERE ${OWNER[role]} = $3 AND jobs.id < $1::bigint
  ORDER BY jobs.id DESC LIMIT $2`;

@Injectable()
export class PaymentReader {
  constructor(private readonly database: DataSource) {}

  /**
   * Returns the latest payment of each job of the actor, newest job first: a client's posted jobs, a pilot's assigned jobs.
   * Jobs without a payment are left out.
   */
  async ofActor(actor: Actor, query: PageQuery): Promise<Page<PaymentView>> {
    const { limit, below } = toSlice(query);
    const values = [below ?? ABOVE_EVERY_ID, limit + 1, actor.id];
    const rows = await this.database.query<Row[]>(latestPayments(actor.role), values);
    return mapPage(toPage(rows, limit), ({ payment }) => fromPaymentJson(payment));
  }

  /**
   * Returns the totals of the actor's completed and paid jobs by month, and the jobs with the latest change. Throws
   * `validation_failed` for a time zone that the database does not have.
   */
  async summary(actor: Actor, { timeZone = 'UTC' }: PaymentSummaryQuery): Promise<PaymentSummaryView> {
    const values = [actor.id, timeZone];
    const months = await this.database.query<MonthRow[]>(paymentMonths(actor.role), values).catch(refuseZone);
    const latest = await this.database.query<SettledJobRow[]>(latestSettledJobs(actor.role), [actor.id]);
    return {
      months: months.map(toMonth),
      first: latest.map(toJobView),
      payments: latest.flatMap(({ payment }) => (payment ? [fromPaymentJson(payment)] : [])),
    };
  }
}

function toMonth(row: MonthRow): PaymentMonth {
  return {
    month: row.month,
    count: row.count,
    paidCount: row.paidCount,
    amount: Number(row.amount),
    paidAmount: Number(row.paidAmount),
    refundedAmount: Number(row.refundedAmount),
    disputedAmount: Number(row.disputedAmount),
  };
}

/** The contract accepts the names that Node.js has. Those of PostgreSQL may be of another year. */
function refuseZone(error: unknown): never {
  if (!isUnknownTimeZone(error)) throw error;
  throw new DomainError('validation_failed', {
    errors: [{ path: 'timeZone', message: TEXTS.unknownTimeZone }],
  });
}
