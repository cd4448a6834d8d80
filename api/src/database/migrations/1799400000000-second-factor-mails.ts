import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  // If the account is deleted, the statement finds no user, so its rows cause no mail.
  `CREATE FUNCTION mail_second_factor(kind text, owner integer, detail jsonb) RETURNS void LANGUAGE sql AS $$
    INSERT INTO outgoing_mails (kind, user_id, detail) SELECT kind, id, detail FROM users WHERE id = owner
  $$`,
  `CREATE FUNCTION mail_authenticator() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM mail_second_factor(CASE TG_OP WHEN 'DELETE' THEN 'factor-removed' ELSE 'factor-added' END,
        OLD.user_id, '{"factor": "app"}');
      RETURN NULL;
    END
  $$`,
  // A secret that no code has confirmed is not in use.
  `CREATE TRIGGER authenticators_mail_set AFTER UPDATE OF secret ON authenticators FOR EACH ROW
    WHEN (NEW.secret IS DISTINCT FROM OLD.secret) EXECUTE FUNCTION mail_authenticator()`,
  `CREATE TRIGGER authenticators_mail_removal AFTER DELETE ON authenticators FOR EACH ROW
    WHEN (OLD.secret IS NOT NULL) EXECUTE FUNCTION mail_authenticator()`,
];

/** Mails users the changes of their second factor, also those of operators. */
export class SecondFactorMails1799400000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
