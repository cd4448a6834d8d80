import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

const OPEN = `WHERE status = 'pending' AND pilot_id IS NULL`;

/** For filtering open jobs: each serves where few jobs fit; where many do, the newest of them are soon found without. */
export class OpenJobIndexes1795100000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Whoever may create tables in a database may create this extension: it is a trusted one.
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    const indexes = [
      {
        name: 'jobs_open_text_idx',
        on: `jobs USING gin (title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops) ${OPEN}`,
      },
      { name: 'jobs_open_survey_type_idx', on: `jobs (survey_type, id) ${OPEN}` },
      { name: 'jobs_open_budget_idx', on: `jobs (budget) ${OPEN}` },
      { name: 'jobs_open_deadline_idx', on: `jobs (deadline) ${OPEN}` },
    ];
    for (const index of indexes) await createIndexConcurrently(runner, index);
  }
}
