import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE authenticators (
    user_id integer PRIMARY KEY CONSTRAINT authenticators_user_id_fkey REFERENCES users ON DELETE CASCADE,
    secret bytea,
    pending_secret bytea,
    last_step integer NOT NULL DEFAULT 0,
    active_since timestamptz,
    CONSTRAINT authenticators_secret_check CHECK ((secret IS NULL) = (active_since IS NULL))
  )`,
  `CREATE TABLE recovery_codes (
    user_id integer NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES users ON DELETE CASCADE,
    code_hash bytea NOT NULL,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
  )`,
];

/** Creates the tables of authenticator apps and recovery codes. */
export class SecondFactors1799200000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
