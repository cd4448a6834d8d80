import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE password_resets (
    token_hash bytea PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT password_resets_user_id_fkey REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX password_resets_user_id_idx ON password_resets (user_id)`,
  `CREATE INDEX password_resets_expires_at_idx ON password_resets (expires_at)`,
  // `dps.credential` states how the user has proved the right to choose a password, if not by the current one.
  `CREATE OR REPLACE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, CASE current_setting('dps.credential', true) WHEN 'mail' THEN 'account.password-reset'
        ELSE 'account.password-changed' END, name, NULL, '{}');
      RETURN NULL;
    END
  $$`,
];

/** Creates the table of mailed links to a new password, and audits their use. */
export class PasswordResets1799110000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
