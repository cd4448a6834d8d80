import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.ts';
import type { Config } from '../../../platform/config/config.ts';

const LONGEST_PAUSE_SECONDS = 86_400;

// A payment without an intent is nothing to ask for: nobody can have paid it. Rows that somebody works on are skipped.
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

/** Card payments of which nobody has heard for a while. */
@Injectable()
export class DuePayments {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<Config, 'paymentSweep'>,
  ) {}

  /**
   * Takes some payments that are due; answers the ids of their intents, those that wait the longest first. Whoever takes a
   * payment has it to himself for a while that doubles with every time that it is taken.
   */
  async lease(atMost: number): Promise<string[]> {
    const { afterSeconds } = this.config.paymentSweep;
    const [rows] = await this.database.query<[{ intentId: string }[], number]>(LEASE, [afterSeconds, atMost]);
    return rows.map(({ intentId }) => intentId);
  }
}
