import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

const INDEXES = [
  { name: 'users_deletes_at_idx', on: 'users (deletes_at) WHERE deletes_at IS NOT NULL' },
  { name: 'users_deleted_idx', on: 'users (id) WHERE deleted_at IS NOT NULL' },
  { name: 'audit_events_at_idx', on: 'audit_events (at)' },
  { name: 'job_events_withdrawn_idx', on: `job_events (at) WHERE kind = 'withdrawn'` },
];

/** Finds the accounts to delete, and the events that housekeeping deletes. */
export class RetentionIndexes1799510000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await createIndexConcurrently(runner, index);
  }
}
