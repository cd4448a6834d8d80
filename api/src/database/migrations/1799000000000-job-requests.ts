import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE job_requests (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT job_requests_user_id_fkey REFERENCES users,
    job_id integer NOT NULL CONSTRAINT job_requests_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
    key uuid NOT NULL,
    digest bytea NOT NULL,
    answer jsonb,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT job_requests_key_key UNIQUE (user_id, key)
  )`,
  `CREATE INDEX job_requests_job_id_idx ON job_requests (job_id)`,
  `CREATE INDEX job_requests_created_at_idx ON job_requests (created_at)`,
];

/** Creates the table of the changes of jobs with an idempotency key. */
export class JobRequests1799000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
