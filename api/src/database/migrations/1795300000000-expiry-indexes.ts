import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

/** For finding what has ended without reading the tables. */
export class ExpiryIndexes1795300000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, { name: 'sessions_expires_at_idx', on: 'sessions (expires_at)' });
    await createIndexConcurrently(runner, {
      name: 'rate_limits_resets_at_idx',
      on: 'rate_limits (resets_at)',
    });
  }
}
