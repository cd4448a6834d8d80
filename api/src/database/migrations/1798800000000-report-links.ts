import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  // The primary key allows one link per job.
  `CREATE TABLE report_links (
    job_id integer PRIMARY KEY CONSTRAINT report_links_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
    token_hash bytea NOT NULL CONSTRAINT report_links_token_hash_key UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX report_links_expires_at_idx ON report_links (expires_at)`,
  // The removal of an expired link, and of the link of a deleted job, is no event.
  `CREATE FUNCTION record_report_link() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'DELETE' THEN
        PERFORM add_job_event(id, NEW.created_at, client_id, 'report-shared', NULL, NULL)
          FROM jobs WHERE id = NEW.job_id;
      ELSIF OLD.expires_at > now() THEN
        PERFORM add_job_event(id, now(), client_id, 'report-revoked', NULL, NULL)
          FROM jobs WHERE id = OLD.job_id;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER report_links_record_event AFTER INSERT OR UPDATE OF token_hash OR DELETE ON report_links
    FOR EACH ROW EXECUTE FUNCTION record_report_link()`,
];

/** Creates the table of links to evidence reports, whose changes are in the history of the job. */
export class ReportLinks1798800000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
