import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE passkeys (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT passkeys_user_id_fkey REFERENCES users ON DELETE CASCADE,
    credential_id bytea NOT NULL CONSTRAINT passkeys_credential_id_key UNIQUE,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz
  )`,
  `CREATE INDEX passkeys_user_id_idx ON passkeys (user_id)`,
  `CREATE TABLE passkey_challenges (
    holder_hash bytea PRIMARY KEY,
    challenge bytea NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at)`,
  `CREATE FUNCTION audit_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      owner integer := CASE TG_OP WHEN 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
      name text := 'user:' || owner;
      before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN jsonb_build_object('id', OLD.id, 'name', OLD.name) END;
      after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN jsonb_build_object('id', NEW.id, 'name', NEW.name) END;
    BEGIN
      -- The deletion of an account deletes its passkeys.
      IF NOT EXISTS (SELECT FROM users WHERE id = owner) THEN
        RETURN NULL;
      END IF;
      CASE TG_OP
        WHEN 'INSERT' THEN
          PERFORM audit(name, 'account.passkey-added', name, NULL, after);
          PERFORM mail_second_factor('factor-added', owner, after - 'id');
        WHEN 'DELETE' THEN
          PERFORM audit(name, 'account.passkey-removed', name, before, '{}');
          PERFORM mail_second_factor('factor-removed', owner, before - 'id');
        ELSE
          PERFORM audit(name, 'account.passkey-renamed', name, before, after);
      END CASE;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER passkeys_audit AFTER INSERT OR DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION audit_passkey()`,
  `CREATE TRIGGER passkeys_audit_name AFTER UPDATE OF name ON passkeys FOR EACH ROW
    WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION audit_passkey()`,
];

/** Creates the tables of passkeys and of their challenges. Triggers audit and mail the changes of passkeys. */
export class Passkeys1799530000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
