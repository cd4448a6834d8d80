import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

// An address that was never confirmed may not be that of the user, so it gets no mail about the deletion.
const NOTE_DELETION = `
  CREATE OR REPLACE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, CASE WHEN NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN 'account.deleted'
          WHEN NEW.deletes_at IS NULL THEN 'account.kept' ELSE 'account.deletion-requested' END, name,
        jsonb_build_object('deletesAt', OLD.deletes_at), jsonb_build_object('deletesAt', NEW.deletes_at));
      IF NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at THEN
        INSERT INTO outgoing_mails (kind, user_id, detail)
        SELECT 'deletion-requested', NEW.id, jsonb_build_object('deletesAt', event_time(NEW.deletes_at))
        WHERE NEW.deletes_at IS NOT NULL;
      ELSIF OLD.email_confirmed_at IS NOT NULL THEN
        INSERT INTO outgoing_mails (kind, address, detail) VALUES ('account-deleted', OLD.email,
          jsonb_build_object('name', OLD.name, 'username', OLD.username));
      END IF;
      RETURN NULL;
    END
  $$`;

/** Mails a finished deletion to confirmed addresses alone. */
export class DeletionMails1799660000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NOTE_DELETION);
  }
}
