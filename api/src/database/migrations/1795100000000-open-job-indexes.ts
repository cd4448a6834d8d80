import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

const OPEN = `WHERE status = 'pending' AND pilot_id IS NULL`;
const SEARCHED = String.raw`(title || E'\x1f' || description || E'\x1f' || location)`;

// Without a list of pending entries: a search would read it first, and its size would decide how searches are planned.
const TEXT_INDEX = `jobs USING gin (${SEARCHED} gin_trgm_ops) WITH (fastupdate = off) ${OPEN}`;

/** For filtering open jobs: each serves where few jobs fit; where many do, the newest of them are soon found without. */
export class OpenJobIndexes1795100000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Whoever may create tables in a database may create this extension: it is a trusted one.
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    const indexes = [
      { name: 'jobs_open_text_idx', on: TEXT_INDEX },
      { name: 'jobs_open_survey_type_idx', on: `jobs (survey_type, id) ${OPEN}` },
      { name: 'jobs_open_budget_idx', on: `jobs (budget) ${OPEN}` },
      { name: 'jobs_open_deadline_idx', on: `jobs (deadline) ${OPEN}` },
    ];
    for (const index of indexes) await createIndexConcurrently(runner, index);
    // How common a word is says whether its index serves.
    await runner.query(`CREATE STATISTICS IF NOT EXISTS jobs_searched_stats ON ${SEARCHED} FROM jobs`);
    await runner.query('ANALYZE jobs');
  }
}
