import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const CONTENTS = [
  `CREATE TABLE attachment_parts (
    content_key uuid NOT NULL,
    part integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (content_key, part)
  )`,
  // The files are compressed already.
  `ALTER TABLE attachment_parts ALTER COLUMN content SET STORAGE EXTERNAL`,
  `CREATE TABLE unclaimed_contents (
    content_key uuid PRIMARY KEY,
    content_store text NOT NULL,
    claimable_until timestamptz,
    sweep_after timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX unclaimed_contents_sweep_after_idx ON unclaimed_contents (sweep_after)`,
];

// Attachments that were there before, and those that a replica of the version before still adds, keep their row.
const PLACES = [
  `ALTER TABLE job_attachments
    ADD COLUMN content_store text NOT NULL DEFAULT 'row',
    ADD COLUMN content_key uuid,
    ADD COLUMN content_sha256 bytea,
    ADD CONSTRAINT job_attachments_content_store_check
      CHECK (content_store IN ('row', 'database', 's3')) NOT VALID,
    ADD CONSTRAINT job_attachments_content_key_check
      CHECK ((content_store = 'row') = (content_key IS NULL)) NOT VALID`,
];

/** However an attachment goes, by a cascade or by hand: its content is on the list in the same transaction. */
const UNCLAIM = [
  `CREATE FUNCTION unclaim_content() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unclaimed_contents (content_key, content_store) VALUES (OLD.content_key, OLD.content_store)
        ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER job_attachments_unclaim_content AFTER DELETE ON job_attachments
    FOR EACH ROW WHEN (OLD.content_key IS NOT NULL) EXECUTE FUNCTION unclaim_content()`,
];

/** Attachments remember where their content is: in parts in the database, or in an object store. */
export class AttachmentStores1795200000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...CONTENTS, ...PLACES, ...UNCLAIM]) await runner.query(statement);
  }
}
