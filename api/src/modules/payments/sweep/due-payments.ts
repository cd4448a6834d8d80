import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';

const LONGEST_PAUSE_SECONDS = 86_400;

// A payment without an intent cannot have been paid. Locked rows are skipped.
const LEASE = `
  UPDATE payments SET
    checks = checks + 1,
    check_after = now() + least($1 * power(2, least(checks, 20)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
  WHERE id IN (
    SELECT id FROM payments
    WHERE status = 'pending' AND transaction_id IS NOT NULL
      AND check_after <= now() AND created_at <= now() - $1 * interval '1 second'
    ORDER BY check_after LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  RETURNING transaction_id AS "intentId"`;

/** Pending card payments that are due for a look-up at the provider. */
@Injectable()
export class DuePayments {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'paymentSweepAfterSeconds'>,
  ) {}

  /**
   * Leases due payments and returns the ids of their intents, longest overdue first. The time until a payment is due again
   * doubles with each lease.
   */
  async lease(atMost: number): Promise<string[]> {
    const { paymentSweepAfterSeconds } = this.config;
    const [rows] = await this.database.query<[{ intentId: string }[], number]>(LEASE, [
      paymentSweepAfterSeconds,
      atMost,
    ]);
    return rows.map(({ intentId }) => intentId);
  }
}
