import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  // The default applies to the existing accounts, which work as before. Rows of earlier releases that still run have none.
  `ALTER TABLE users ADD COLUMN email_confirmed_at timestamptz DEFAULT now(), ADD COLUMN pending_email text`,
  `ALTER TABLE users ALTER COLUMN email_confirmed_at DROP DEFAULT`,
  `CREATE TABLE email_confirmations (
    token_hash bytea PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT email_confirmations_user_id_fkey REFERENCES users ON DELETE CASCADE,
    email text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX email_confirmations_user_id_idx ON email_confirmations (user_id)`,
  `CREATE INDEX email_confirmations_expires_at_idx ON email_confirmations (expires_at)`,
  `CREATE FUNCTION mail_email() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO outgoing_mails (kind, user_id) VALUES ('email-confirmation', NEW.id);
      ELSIF NEW.email <> OLD.email THEN
        INSERT INTO outgoing_mails (kind, user_id, detail) VALUES
          ('email-changed', NEW.id, jsonb_build_object('address', OLD.email));
      ELSIF NEW.pending_email IS NOT NULL THEN
        INSERT INTO outgoing_mails (kind, user_id, detail) VALUES
          ('email-change', NEW.id, jsonb_build_object('address', NEW.pending_email)),
          ('email-change-requested', NEW.id, jsonb_build_object('address', OLD.email));
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_mail_signup AFTER INSERT ON users FOR EACH ROW
    WHEN (NEW.email_confirmed_at IS NULL) EXECUTE FUNCTION mail_email()`,
  // The random address of a deleted account is no change of its user.
  `CREATE TRIGGER users_mail_email AFTER UPDATE OF email, pending_email ON users FOR EACH ROW
    WHEN (NEW.deleted_at IS NULL AND (NEW.email, NEW.pending_email) IS DISTINCT FROM (OLD.email, OLD.pending_email))
    EXECUTE FUNCTION mail_email()`,
  // Without the addresses: events are kept longer than accounts.
  `CREATE FUNCTION audit_email() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, CASE
        WHEN NEW.email <> OLD.email THEN 'account.email-changed'
        WHEN NEW.pending_email IS NOT DISTINCT FROM OLD.pending_email THEN 'account.email-confirmed'
        WHEN NEW.pending_email IS NULL THEN 'account.email-change-canceled'
        ELSE 'account.email-change-requested' END, name, NULL, '{}');
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_audit_email AFTER UPDATE OF email, pending_email, email_confirmed_at ON users FOR EACH ROW
    WHEN (NEW.deleted_at IS NULL AND ((NEW.email, NEW.pending_email) IS DISTINCT FROM (OLD.email, OLD.pending_email)
      OR (OLD.email_confirmed_at IS NULL AND NEW.email_confirmed_at IS NOT NULL)))
    EXECUTE FUNCTION audit_email()`,
];

/** Confirms email addresses by mailed links, and mails and audits their changes. */
export class EmailConfirmations1799600000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
