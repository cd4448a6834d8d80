import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor, PageQuery, PayoutBalanceView, PayoutView } from '@dps/contract';
import { mapPage, toPage, toSlice, type Page } from '../../../platform/http/paging/keyset.ts';
import { ABOVE_EVERY_ID } from '../../jobs/job.queries.ts';

type Row = Omit<PayoutView, 'createdAt' | 'paidAt'> & { createdAt: Date; paidAt: Date | null };

/**
 * SQL: the payouts of a pilot, with the movements of the ledger that they caused. `$1` the id below which the page begins, `$2` the
 * number of rows, `$3` the pilot.
 */
const PAYOUTS = `
  SELECT payouts.id, amount_cents AS amount, payouts.status, to_char(arrives_on, 'YYYY-MM-DD') AS "arrivesOn",
    failure_code AS "failureCode", failure_message AS "failureMessage", payouts.created_at AS "createdAt", paid_at AS "paidAt",
    coalesce(shares.jobs, '[]') AS jobs
  FROM payouts LEFT JOIN (
    SELECT split_part(movement, ':', 2)::integer AS payout_id,
      json_agg(json_build_object('id', job_id, 'title', title, 'amount', amount)) AS jobs
    FROM ledger_entries JOIN jobs ON jobs.id = job_id
    WHERE user_id = $3 AND account = 'bank' AND movement LIKE 'payout:%' GROUP BY 1
  ) AS shares ON shares.payout_id = payouts.id
  WHERE payouts.pilot_id = $3 AND payouts.id < $1::bigint ORDER BY payouts.id DESC LIMIT $2`;

type Parts = Omit<PayoutBalanceView, 'availableAmount'> & { earned: number };

/**
 * SQL: the money of a pilot, in cents. `$1` the pilot. `earned` is the sum of the pilot's accounts in the ledger, which have no disputed
 * money.
 */
const BALANCE = `
  SELECT (
      SELECT coalesce(sum(amount), 0)::integer FROM ledger_entries WHERE user_id = $1 AND account <> 'client'
    ) AS earned,
    coalesce(sum(amount_cents) FILTER (WHERE status IN ('waiting', 'failed')), 0)::integer AS "waitingAmount",
    coalesce(sum(amount_cents) FILTER (WHERE status = 'held'), 0)::integer AS "heldAmount",
    (
      SELECT coalesce(sum(amount_cents), 0)::integer FROM payouts
      WHERE pilot_id = $1 AND status IN ('requested', 'in-transit')
    ) AS "onTheWayAmount",
    (
      SELECT coalesce(sum(amount_cents), 0)::integer FROM payouts WHERE pilot_id = $1 AND status = 'paid'
    ) AS "paidOutAmount"
  FROM pilot_transfers WHERE pilot_id = $1`;

/** Reads the payouts of pilots, and their money at the payment provider. */
@Injectable()
export class PayoutReader {
  constructor(private readonly database: DataSource) {}

  /** Returns the payouts of the actor, newest first, with the jobs of each. */
  async ofActor({ id }: Actor, query: PageQuery): Promise<Page<PayoutView>> {
    const { limit, below } = toSlice(query);
    const rows = await this.database.query<Row[]>(PAYOUTS, [below ?? ABOVE_EVERY_ID, limit + 1, id]);
    return mapPage(toPage(rows, limit), ({ createdAt, paidAt, jobs, ...row }) => ({
      ...row,
      jobs: jobs.toSorted((one, other) => one.id - other.id),
      createdAt: createdAt.toISOString(),
      paidAt: paidAt && paidAt.toISOString(),
    }));
  }

  /** Returns the money of the actor. What the ledger has, and no transfer or payout, is at the payout account. */
  async balanceOf({ id }: Actor): Promise<PayoutBalanceView> {
    const [parts] = await this.database.query<Parts[]>(BALANCE, [id]);
    if (!parts) throw new Error('An aggregate has one row');
    const { earned, ...amounts } = parts;
    const { waitingAmount, onTheWayAmount, paidOutAmount } = amounts;
    return { ...amounts, availableAmount: earned - waitingAmount - onTheWayAmount - paidOutAmount };
  }
}
