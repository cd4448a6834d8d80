import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `ALTER TABLE sessions ADD COLUMN device text, ADD COLUMN network text`,
  // The audit trail has the change and neither hash.
  `CREATE FUNCTION audit_password() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      PERFORM audit(name, 'account.password-changed', name, NULL, '{}');
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_audit_password AFTER UPDATE OF password_hash ON users FOR EACH ROW
    WHEN (NEW.password_hash <> OLD.password_hash) EXECUTE FUNCTION audit_password()`,
];

/** Shows users their sessions, and audits changes of passwords. */
export class SessionDevices1798900000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
