import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const USERS = [
  `ALTER TABLE users ADD COLUMN deletes_at timestamptz, ADD COLUMN deleted_at timestamptz`,
  // A deleted account has no password: the hash is empty. The owner needs no mail about that change.
  `CREATE OR REPLACE TRIGGER users_mail_password AFTER UPDATE OF password_hash ON users FOR EACH ROW
    WHEN (NEW.password_hash <> OLD.password_hash AND NEW.password_hash <> '') EXECUTE FUNCTION mail_password_change()`,
  `CREATE OR REPLACE TRIGGER users_audit_password AFTER UPDATE OF password_hash ON users FOR EACH ROW
    WHEN (NEW.password_hash <> OLD.password_hash AND NEW.password_hash <> '') EXECUTE FUNCTION audit_password()`,
  // The mail about a finished deletion has the last address: its user no longer exists.
  `CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, CASE WHEN NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN 'account.deleted'
          WHEN NEW.deletes_at IS NULL THEN 'account.kept' ELSE 'account.deletion-requested' END, name,
        jsonb_build_object('deletesAt', OLD.deletes_at), jsonb_build_object('deletesAt', NEW.deletes_at));
      IF NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN
        INSERT INTO outgoing_mails (kind, address, detail) VALUES ('account-deleted', OLD.email,
          jsonb_build_object('name', OLD.name, 'username', OLD.username));
      ELSIF NEW.deletes_at IS NOT NULL THEN
        INSERT INTO outgoing_mails (kind, user_id, detail) VALUES ('deletion-requested', NEW.id,
          jsonb_build_object('deletesAt', event_time(NEW.deletes_at)));
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_note_deletion AFTER UPDATE OF deletes_at, deleted_at ON users FOR EACH ROW
    WHEN ((NEW.deletes_at, NEW.deleted_at) IS DISTINCT FROM (OLD.deletes_at, OLD.deleted_at))
    EXECUTE FUNCTION note_deletion()`,
];

// Housekeeping deletes rows older than the times on the privacy page. No statement can delete anything newer.
const APPEND_ONLY = [
  `CREATE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.at > now() - interval '10 years' THEN
        RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN OLD;
    END
  $$`,
  `CREATE OR REPLACE TRIGGER audit_events_append_only BEFORE UPDATE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE TRIGGER audit_events_no_removal BEFORE DELETE ON audit_events
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_removal()`,
  `CREATE FUNCTION refuse_job_event_removal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM jobs WHERE id = OLD.job_id) THEN
        RAISE EXCEPTION 'job_events is append-only' USING ERRCODE = 'insufficient_privilege';
      END IF;
      RETURN OLD;
    END
  $$`,
  `CREATE OR REPLACE TRIGGER job_events_no_removal BEFORE TRUNCATE ON job_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_job_event_change()`,
  `CREATE TRIGGER job_events_no_early_removal BEFORE DELETE ON job_events
    FOR EACH ROW EXECUTE FUNCTION refuse_job_event_removal()`,
];

/** Adds the deletion of accounts, and allows housekeeping to delete old events. */
export class AccountDeletion1799500000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...USERS, ...APPEND_ONLY]) await runner.query(statement);
  }
}
