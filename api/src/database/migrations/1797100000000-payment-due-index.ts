import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

/** For finding the payments that the sweep has to look up, in place of the index on their last change. */
export class PaymentDueIndex1797100000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const on = `payments (check_after) WHERE status = 'pending'`;
    await createIndexConcurrently(runner, { name: 'payments_due_idx', on });
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS payments_pending_idx');
  }
}
