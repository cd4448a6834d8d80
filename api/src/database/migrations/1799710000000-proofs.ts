import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `ALTER TABLE sessions ADD COLUMN proof_expires_at timestamptz`,
  // A secret that an earlier release has left pending has no end, and is not accepted any more.
  `ALTER TABLE authenticators ADD COLUMN pending_expires_at timestamptz`,
];

/** Adds the proof of a session for one change, and the end of a secret that no code has confirmed. */
export class Proofs1799710000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
