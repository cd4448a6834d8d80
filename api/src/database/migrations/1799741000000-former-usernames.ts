import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE former_usernames (
    hash bytea PRIMARY KEY
  )`,
  `CREATE FUNCTION username_hash(username text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN sha256(convert_to(username_key(username), 'UTF8'))`,
  // After the row: the unique index has then waited for a concurrent deletion of the account with this name, whose hash is visible.
  // The error is that of a name in use, so a sign-up does not reveal which names are former ones.
  `CREATE FUNCTION keep_usernames() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM former_usernames WHERE hash = username_hash(NEW.username)) THEN
        RAISE EXCEPTION 'the username belonged to another account'
          USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key';
      END IF;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO former_usernames (hash) VALUES (username_hash(OLD.username)) ON CONFLICT DO NOTHING;
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_keep_new_username AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION keep_usernames()`,
  `CREATE TRIGGER users_keep_changed_username AFTER UPDATE OF username ON users FOR EACH ROW
    WHEN (username_key(NEW.username) <> username_key(OLD.username)) EXECUTE FUNCTION keep_usernames()`,
];

/** Keeps hashes of the usernames of deleted and renamed accounts, and refuses these usernames. */
export class FormerUsernames1799741000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
