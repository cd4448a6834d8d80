import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

/** The tables of repeatable requests, each with the column of the user who sends them. */
const SENDERS = { jobs: 'client_id', flight_data: 'pilot_id', job_attachments: 'uploaded_by' };

/** Adds the idempotency keys of jobs, flight records and attachments. Rows of the previous version have none. */
export class IdempotencyKeys1798500000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, sender] of Object.entries(SENDERS)) {
      await runner.query(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS idempotency_key uuid`);
      await createIndexConcurrently(runner, {
        name: `${table}_idempotency_key_idx`,
        on: `${table} (${sender}, idempotency_key) WHERE idempotency_key IS NOT NULL`,
        unique: true,
      });
    }
  }
}
