import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, PageQuery, PaymentView, Role } from '@dps/contract';
import { mapPage, toPage, toSlice, type Page } from '../../platform/http/paging/keyset.ts';
import { ABOVE_EVERY_ID, OWNER } from '../jobs/job.queries.ts';
import { fromPaymentJson, latestPaymentOfJob, type PaymentJson } from './payment.queries.ts';

/** A job with its latest payment. */
interface Row {
  /** The job's id, which is the cursor: a further attempt to pay does not move the job to another page. */
  id: number;
  payment: PaymentJson;
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
    return mapPage(toPage(rows, limit), ({ payment }) => fromPaymentJson(payment, actor));
  }
}
