import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE deliverables (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT deliverables_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
    uploaded_by integer NOT NULL CONSTRAINT deliverables_uploaded_by_fkey REFERENCES users,
    file_name text NOT NULL,
    file_type text NOT NULL CONSTRAINT deliverables_file_type_check
      CHECK (file_type IN ('image', 'pdf', 'archive', 'geotiff', 'point-cloud')),
    media_type text NOT NULL,
    file_size integer NOT NULL CONSTRAINT deliverables_file_size_check CHECK (file_size > 0),
    file_modified_at timestamptz NOT NULL,
    received_bytes integer NOT NULL DEFAULT 0
      CONSTRAINT deliverables_received_bytes_check CHECK (received_bytes BETWEEN 0 AND file_size),
    has_preview boolean NOT NULL DEFAULT false,
    preview bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    upload_expires_at timestamptz,
    CONSTRAINT deliverables_completed_at_check
      CHECK ((completed_at IS NULL) = (upload_expires_at IS NOT NULL))
  )`,
  `CREATE INDEX deliverables_job_id_idx ON deliverables (job_id, id)`,
  `CREATE INDEX deliverables_open_uploads_idx ON deliverables (uploaded_by) WHERE completed_at IS NULL`,
  `CREATE INDEX deliverables_upload_expires_at_idx ON deliverables (upload_expires_at)
    WHERE upload_expires_at IS NOT NULL`,
  `CREATE TABLE deliverable_parts (
    deliverable_id integer NOT NULL
      CONSTRAINT deliverable_parts_deliverable_id_fkey REFERENCES deliverables ON DELETE CASCADE,
    part integer NOT NULL,
    size integer NOT NULL,
    content_store text NOT NULL CONSTRAINT deliverable_parts_content_store_check
      CHECK (content_store IN ('database', 's3')),
    content_key uuid NOT NULL,
    content_sha256 bytea NOT NULL,
    PRIMARY KEY (deliverable_id, part)
  )`,
  // The same transaction that deletes a deliverable lists the contents of its parts for removal.
  `CREATE TRIGGER deliverable_parts_unclaim_content AFTER DELETE ON deliverable_parts
    FOR EACH ROW EXECUTE FUNCTION unclaim_content()`,
  // The history of a job has a file from its completion on.
  `CREATE FUNCTION record_deliverable() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'DELETE' THEN
        PERFORM add_job_event(NEW.job_id, NEW.completed_at, NEW.uploaded_by, 'file-added', NULL,
          jsonb_build_object('fileName', NEW.file_name));
      ELSIF EXISTS (SELECT FROM jobs WHERE id = OLD.job_id) THEN
        PERFORM add_job_event(OLD.job_id, now(), OLD.uploaded_by, 'file-removed',
          jsonb_build_object('fileName', OLD.file_name), NULL);
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER deliverables_record_insert AFTER INSERT ON deliverables FOR EACH ROW
    WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION record_deliverable()`,
  `CREATE TRIGGER deliverables_record_completion AFTER UPDATE OF completed_at ON deliverables FOR EACH ROW
    WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION record_deliverable()`,
  `CREATE TRIGGER deliverables_record_removal AFTER DELETE ON deliverables FOR EACH ROW
    WHEN (OLD.completed_at IS NOT NULL) EXECUTE FUNCTION record_deliverable()`,
];

/** Creates the tables of deliverables. */
export class Deliverables1798400000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
