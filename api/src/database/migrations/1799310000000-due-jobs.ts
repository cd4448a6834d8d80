import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

/** Finds the accepted jobs that are due tomorrow, and keeps one reminder of each. */
export class DueJobs1799310000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'jobs_due_idx',
      on: `jobs (deadline) WHERE pilot_id IS NOT NULL AND status IN ('pending', 'in-progress')`,
    });
    await createIndexConcurrently(runner, {
      name: 'outgoing_mails_reminder_key',
      on: `outgoing_mails (user_id, job_id, (detail ->> 'deadline')) WHERE kind = 'deadline-tomorrow'`,
      unique: true,
    });
  }
}
