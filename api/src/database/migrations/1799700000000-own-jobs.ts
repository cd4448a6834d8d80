import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

const INDEXES = [
  { name: 'jobs_of_client_idx', on: 'jobs (client_id, id, status, budget, deadline)' },
  { name: 'jobs_of_pilot_idx', on: 'jobs (pilot_id, id, status, budget, deadline)' },
];
const REPLACED = ['jobs_client_id_idx', 'jobs_pilot_id_idx'];

/** Answers the totals and the order of a user's own jobs from an index, without the jobs. */
export class OwnJobs1799700000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await createIndexConcurrently(runner, index);
    for (const name of REPLACED) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }
}
