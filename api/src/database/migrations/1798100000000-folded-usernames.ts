import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

/** Usernames are unique after NFKC and case folding; the function is shared by the index and the query of the login. */
export class FoldedUsernames1798100000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Upper case first: "ς" and "σ" have one capital. Most locales leave "ß" alone, and case folding makes it "ss".
    await runner.query(`CREATE OR REPLACE FUNCTION username_key(username text) RETURNS text
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN normalize(replace(lower(upper(normalize(username, NFKC))), 'ß', 'ss'), NFKC)`);
    await createIndexConcurrently(runner, {
      name: 'users_folded_username_key',
      on: 'users (username_key(username))',
      unique: true,
    });
    // The name stays: a replica of the version before recognizes a taken name by it.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS users_username_key');
    await runner.query('ALTER INDEX users_folded_username_key RENAME TO users_username_key');
  }
}
