import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UnfinishedJobView, UnfinishedReason } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { hasOpenPayment, hasOpenShare, hasShareAtAccount } from '../payments/payment.queries.ts';

const MOST_SHOWN = 20;

const HAS_OPEN_PAYMENT = hasOpenPayment('jobs.id');
const HAS_OPEN_SHARE = hasOpenShare('jobs.id');

/**
 * SQL: the condition of the jobs that prevent the deletion of an account. A pilot's accepted job that is not started is
 * released instead, and a client's job without a pilot is deleted. A share at the payout account delays a requested deletion only: the
 * payouts of the time of grace have no minimum. `user` is the SQL of the user's id.
 */
export const isUnfinishedOf = (user: string) => `
  (client_id = ${user} OR pilot_id = ${user})
  AND (jobs.status IN ('in-progress', 'review', 'completed')
    OR (jobs.status = 'pending' AND pilot_id <> client_id AND client_id = ${user})
    OR ${HAS_OPEN_PAYMENT}
    OR (pilot_id = ${user} AND (${HAS_OPEN_SHARE} OR (${hasShareAtAccount('jobs.id')}
      AND EXISTS (SELECT FROM users WHERE id = ${user} AND deletes_at IS NOT NULL)))))`;

const LIST = `
  SELECT id AS "jobId", title,
    CASE WHEN jobs.status = 'completed' OR ${HAS_OPEN_PAYMENT} THEN 'payment'
      WHEN jobs.status = 'paid' THEN 'share' ELSE 'work' END AS reason
  FROM jobs WHERE ${isUnfinishedOf('$1')} ORDER BY id LIMIT ${MOST_SHOWN}`;

const NAMES = {
  work: TEXTS.unfinishedWork,
  payment: TEXTS.unfinishedPayment,
  share: TEXTS.unfinishedShare,
} as const satisfies Record<UnfinishedReason, (title: string) => string>;

/** The jobs and payments that users finish before their account is deleted. */
@Injectable()
export class UnfinishedBusiness {
  constructor(private readonly database: DataSource) {}

  /** Returns the jobs that prevent the deletion of an account, oldest first, at most 20. */
  list(userId: number): Promise<UnfinishedJobView[]> {
    return this.database.query(LIST, [userId]);
  }

  /** Throws `unfinished_business`, which names the jobs, if there are any. */
  async requireNone(userId: number): Promise<void> {
    const jobs = await this.list(userId);
    if (jobs.length === 0) return;
    const what = jobs.map(({ title, reason }) => NAMES[reason](title)).join(', ');
    throw new DomainError('unfinished_business', { message: TEXTS.unfinishedBusiness(what) });
  }
}
