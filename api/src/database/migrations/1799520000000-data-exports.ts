import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  // The key allows one export per user.
  `CREATE TABLE data_exports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT data_exports_user_id_key UNIQUE
      CONSTRAINT data_exports_user_id_fkey REFERENCES users ON DELETE CASCADE,
    requested_at timestamptz NOT NULL DEFAULT now(),
    lease uuid,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    failed_at timestamptz,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX data_exports_due_at_idx ON data_exports (due_at)
    WHERE completed_at IS NULL AND failed_at IS NULL`,
  `CREATE INDEX data_exports_expires_at_idx ON data_exports (expires_at)`,
  `CREATE TABLE data_export_parts (
    export_id integer NOT NULL
      CONSTRAINT data_export_parts_export_id_fkey REFERENCES data_exports ON DELETE CASCADE,
    part integer NOT NULL,
    size integer NOT NULL,
    content_store text NOT NULL CONSTRAINT data_export_parts_content_store_check
      CHECK (content_store IN ('database', 's3')),
    content_key uuid NOT NULL,
    content_sha256 bytea NOT NULL,
    PRIMARY KEY (export_id, part)
  )`,
  // The same transaction that deletes an export lists the contents of its parts for removal.
  `CREATE TRIGGER data_export_parts_unclaim_content AFTER DELETE ON data_export_parts
    FOR EACH ROW EXECUTE FUNCTION unclaim_content()`,
];

/** Creates the tables of exports of the own data. */
export class DataExports1799520000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
