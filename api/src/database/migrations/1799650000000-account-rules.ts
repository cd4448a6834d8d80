import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  // Without the name of the passkey: its user chose it, and events are kept longer than accounts.
  `CREATE OR REPLACE FUNCTION audit_passkey() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      passkey passkeys := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
      name text := 'user:' || passkey.user_id;
      id jsonb := jsonb_build_object('id', passkey.id);
      label jsonb := jsonb_build_object('name', passkey.name);
    BEGIN
      -- The deletion of an account deletes its passkeys.
      IF NOT EXISTS (SELECT FROM users WHERE users.id = passkey.user_id) THEN
        RETURN NULL;
      END IF;
      CASE TG_OP
        WHEN 'INSERT' THEN
          PERFORM audit(name, 'account.passkey-added', name, NULL, id);
          PERFORM mail_second_factor('factor-added', passkey.user_id, label);
        WHEN 'DELETE' THEN
          PERFORM audit(name, 'account.passkey-removed', name, id, '{}');
          PERFORM mail_second_factor('factor-removed', passkey.user_id, label);
        ELSE
          PERFORM audit(name, 'account.passkey-renamed', name, id, id);
      END CASE;
      RETURN NULL;
    END
  $$`,
  // An insertion waits for a deletion that has locked its client, and then reads the result. The foreign key alone would accept it.
  `CREATE FUNCTION refuse_job_of_deleted_client() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM FROM users WHERE id = NEW.client_id AND deleted_at IS NULL FOR KEY SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'the client of the job has no account'
          USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'jobs_client_id_fkey';
      END IF;
      RETURN NEW;
    END
  $$`,
  `CREATE TRIGGER jobs_living_client BEFORE INSERT ON jobs FOR EACH ROW
    EXECUTE FUNCTION refuse_job_of_deleted_client()`,
];

/** Keeps names of passkeys out of the audit trail, and new jobs away from deleted accounts. */
export class AccountRules1799650000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
