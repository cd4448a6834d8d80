import pg from 'pg';
import { DataSource } from 'typeorm';
import { CONNECT_TIMEOUT_MS, IDLE_IN_TRANSACTION_TIMEOUT_MS } from '../platform/database/data-source.ts';
import { ENTITIES } from './entities.ts';
import { type MigrationClass, LOCK_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './forward-migration.ts';
import { MIGRATIONS } from './migrations/index.ts';

/**
 * The one connection of a command. All queries that need a lock queue behind a migration that waits for it, so the
 * migration gives up early and retries. The pool never closes the connection, because it holds session-level locks.
 */
export function commandDataSource(
  url: string,
  migrations: readonly MigrationClass[] = MIGRATIONS,
): DataSource {
  return new DataSource({
    type: 'postgres',
    // Otherwise TypeORM requires the package by its name, and a build contains it.
    driver: pg,
    url,
    entities: ENTITIES,
    migrations: [...migrations],
    synchronize: false,
    // Otherwise TypeORM prints a failed migration in spite of `logging`.
    logger: 'debug',
    logging: false,
    poolSize: 1,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      lock_timeout: LOCK_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      idleTimeoutMillis: 0,
      keepAlive: true,
    },
  });
}
