import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One step of the schema. Each migration runs in its own transaction. One that sets `transaction` to false must be safe
 * to run again after it failed half way.
 */
export abstract class ForwardMigration implements MigrationInterface {
  readonly transaction?: boolean;

  abstract up(runner: QueryRunner): Promise<void>;

  /** There is no way back: it would drop data that users have stored since, and the previous version may not run any more. */
  down(): Promise<never> {
    return Promise.reject(
      new Error('Migrations run forward only. Write another one that undoes what this one did.'),
    );
  }
}

export type MigrationClass = new () => ForwardMigration;

/** How long a migration waits for a lock, in milliseconds: meanwhile everybody else waits behind it. */
export const LOCK_TIMEOUT_MS = 1000;

/** How long a statement of a migration may run, in milliseconds, while it holds its locks. */
export const STATEMENT_TIMEOUT_MS = 60_000;
