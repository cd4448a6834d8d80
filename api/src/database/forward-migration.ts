import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One step of the schema. Each migration runs in its own transaction. One that sets `transaction` to false must be safe
 * to run again after a partial failure.
 */
export abstract class ForwardMigration implements MigrationInterface {
  readonly transaction?: boolean;

  abstract up(runner: QueryRunner): Promise<void>;

  /** Always rejects: reverting would delete newer user data, and the previous version may no longer run. */
  down(): Promise<never> {
    return Promise.reject(
      new Error('Migrations run forward only. Write a new migration that reverts this one.'),
    );
  }
}

export type MigrationClass = new () => ForwardMigration;

/** Maximum time for a migration to wait for a lock, in milliseconds. All later queries of the table wait behind it. */
export const LOCK_TIMEOUT_MS = 1000;

/** Maximum time of a migration's statement, which holds its locks, in milliseconds. */
export const STATEMENT_TIMEOUT_MS = 60_000;
