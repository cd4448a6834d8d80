import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One step of the schema. A migration runs in a transaction of its own; one that sets `transaction` to false must bear
 * being run again after it failed half way.
 */
export abstract class ForwardMigration implements MigrationInterface {
  readonly transaction?: boolean;

  abstract up(runner: QueryRunner): Promise<void>;

  /** There is no way back: it would drop what people have stored since, and the version before may not run any more. */
  down(): Promise<never> {
    return Promise.reject(
      new Error('Migrations run forward only. Write another one that undoes what this one did.'),
    );
  }
}

export type MigrationClass = new () => ForwardMigration;
