import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const UNDO_DAYS = 7;

const TABLES = [
  // Null for a device from before this migration, which is known for long enough.
  `ALTER TABLE known_devices ADD COLUMN first_used_at timestamptz`,
  `ALTER TABLE known_devices ALTER COLUMN first_used_at SET DEFAULT now()`,
  `CREATE TABLE email_changes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT email_changes_user_id_fkey REFERENCES users ON DELETE CASCADE,
    previous_email text NOT NULL,
    factors jsonb NOT NULL,
    token_hashes bytea[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX email_changes_user_id_idx ON email_changes (user_id)`,
  `CREATE INDEX email_changes_expires_at_idx ON email_changes (expires_at)`,
  `CREATE INDEX email_changes_previous_email_idx ON email_changes (lower(previous_email))`,
  `CREATE INDEX email_changes_token_hashes_idx ON email_changes USING gin (token_hashes)`,
];

const TRIGGERS = [
  // An address that its user has not confirmed may belong to another user: it gets neither a report nor a link that restores it.
  `CREATE OR REPLACE FUNCTION mail_email() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE change integer;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO outgoing_mails (kind, user_id) VALUES ('email-confirmation', NEW.id);
      ELSIF NEW.email <> OLD.email THEN
        IF current_setting('dps.credential', true) = 'undo' THEN
          INSERT INTO outgoing_mails (kind, user_id, detail) VALUES
            ('email-restored', NEW.id, jsonb_build_object('address', NEW.email)),
            ('email-restored', NEW.id, jsonb_build_object('address', OLD.email));
        ELSIF OLD.email_confirmed_at IS NOT NULL THEN
          INSERT INTO email_changes (user_id, previous_email, expires_at, factors) VALUES (NEW.id, OLD.email,
            now() + interval '${UNDO_DAYS} days', jsonb_build_object(
            'passkeys', (SELECT coalesce(jsonb_agg(to_jsonb(passkeys)), '[]') FROM passkeys WHERE user_id = NEW.id),
            'apps', (SELECT coalesce(jsonb_agg(to_jsonb(authenticators)), '[]') FROM authenticators
              WHERE user_id = NEW.id AND secret IS NOT NULL),
            'codes', (SELECT coalesce(jsonb_agg(to_jsonb(recovery_codes)), '[]') FROM recovery_codes
              WHERE user_id = NEW.id)
          )) RETURNING id INTO change;
          INSERT INTO outgoing_mails (kind, user_id, detail) VALUES
            ('email-changed', NEW.id, jsonb_build_object('address', OLD.email, 'change', change::text));
        END IF;
      ELSIF NEW.pending_email IS NOT NULL THEN
        INSERT INTO outgoing_mails (kind, user_id, detail)
        SELECT 'email-change', NEW.id, jsonb_build_object('address', NEW.pending_email) UNION ALL
        SELECT 'email-change-requested', NEW.id, jsonb_build_object('address', OLD.email)
        WHERE OLD.email_confirmed_at IS NOT NULL;
      END IF;
      RETURN NULL;
    END
  $$`,
  // While a change can be undone, no other account takes the previous address. The trigger runs after the statement, so it also
  // finds a change that the statement has waited for.
  `CREATE FUNCTION refuse_previous_email() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (
        SELECT FROM email_changes
        WHERE lower(previous_email) = lower(NEW.email) AND user_id <> NEW.id AND expires_at > now()
      ) THEN
        RAISE EXCEPTION 'the previous user of the address can restore it'
          USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_email_key';
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_refuse_previous_email AFTER INSERT OR UPDATE OF email ON users
    FOR EACH ROW EXECUTE FUNCTION refuse_previous_email()`,
  // The mail about a new password names the number of passkeys that the reset has removed.
  `CREATE OR REPLACE FUNCTION mail_password_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO outgoing_mails (kind, user_id, detail) VALUES ('password-changed', NEW.id,
        jsonb_strip_nulls(jsonb_build_object('passkeys', nullif(current_setting('dps.removed_passkeys', true), ''))));
      RETURN NULL;
    END
  $$`,
  `CREATE OR REPLACE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, CASE WHEN current_setting('dps.credential', true) IN ('mail', 'undo') THEN 'account.password-reset'
        ELSE 'account.password-changed' END, name, NULL, '{}');
      RETURN NULL;
    END
  $$`,
  `CREATE OR REPLACE FUNCTION audit_email() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, CASE
        WHEN NEW.email <> OLD.email THEN
          CASE current_setting('dps.credential', true) WHEN 'undo' THEN 'account.email-restored' ELSE 'account.email-changed' END
        WHEN NEW.pending_email IS NOT DISTINCT FROM OLD.pending_email THEN 'account.email-confirmed'
        WHEN NEW.pending_email IS NULL THEN 'account.email-change-canceled'
        ELSE 'account.email-change-requested' END, name, NULL, '{}');
      RETURN NULL;
    END
  $$`,
];

/** Keeps what a change of the address replaces, so that the link of a mail can restore it for 7 days. */
export class EmailChanges1799711000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TABLES, ...TRIGGERS]) await runner.query(statement);
  }
}
