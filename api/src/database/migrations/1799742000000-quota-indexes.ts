import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

const INDEXES = [
  { name: 'job_attachments_uploaded_by_idx', on: 'job_attachments (uploaded_by, file_size)' },
  { name: 'deliverables_uploaded_by_idx', on: 'deliverables (uploaded_by, file_size)' },
  { name: 'jobs_open_client_id_idx', on: `jobs (client_id) WHERE status = 'pending' AND pilot_id IS NULL` },
];

/** Answers what an account stores from indexes, without the rows. */
export class QuotaIndexes1799742000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) await createIndexConcurrently(runner, index);
  }
}
