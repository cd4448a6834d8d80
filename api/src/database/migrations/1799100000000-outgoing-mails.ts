import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE outgoing_mails (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    user_id integer CONSTRAINT outgoing_mails_user_id_fkey REFERENCES users ON DELETE CASCADE,
    address text,
    job_id integer,
    detail jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0,
    sent_at timestamptz,
    failed_at timestamptz,
    failure text,
    CONSTRAINT outgoing_mails_recipient_check CHECK (num_nonnulls(user_id, address) = 1)
  )`,
  `CREATE INDEX outgoing_mails_unsent_idx ON outgoing_mails (due_at) WHERE sent_at IS NULL`,
  `CREATE INDEX outgoing_mails_created_at_idx ON outgoing_mails (created_at)`,
  `CREATE INDEX outgoing_mails_user_id_idx ON outgoing_mails (user_id)`,
  // Also for changes by hand: the owner of the account gets a mail.
  `CREATE FUNCTION mail_password_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO outgoing_mails (kind, user_id) VALUES ('password-changed', NEW.id);
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_mail_password AFTER UPDATE OF password_hash ON users FOR EACH ROW
    WHEN (NEW.password_hash <> OLD.password_hash) EXECUTE FUNCTION mail_password_change()`,
];

/** Creates the outbox. Triggers write mails in the transaction of their cause. */
export class OutgoingMails1799100000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
