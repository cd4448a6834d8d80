import { DataSource, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from '../../database/entities.ts';
import type { MigrationClass } from '../../database/forward-migration.ts';
import * as MIGRATION from '../../database/migration-timeouts.ts';
import { MIGRATIONS } from '../../database/migrations/index.ts';
import type { ReadConnectionSettings } from './pipelined-connection.ts';

const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const POOL_SIZE = 10;
const READ_STATEMENT_TIMEOUT_MS = 3000;
const READ_ANSWER_TIMEOUT_MS = 4000;

/**
 * How the server connects: the schema comes from migrations alone, and no statement or idle transaction may hold a
 * connection for long. `onPoolError` hears of connections that break while nobody uses them.
 */
export function serverDataSource(url: string, onPoolError: (error: unknown) => void): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: [...MIGRATIONS],
    synchronize: false,
    logging: false,
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    poolErrorHandler: onPoolError,
    extra: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      keepAlive: true,
    },
  };
}

/** How the server connects for short reads, which must not wait long for each other. */
export function readConnections(url: string): ReadConnectionSettings {
  return {
    url,
    connectWithin: CONNECT_TIMEOUT_MS,
    statementWithin: READ_STATEMENT_TIMEOUT_MS,
    answerWithin: READ_ANSWER_TIMEOUT_MS,
  };
}

/**
 * The one connection of a command. A migration that waits for a lock makes everybody after it wait: it gives up soon and
 * comes again. The pool never closes the connection, because locks of the session are on it.
 */
export function commandDataSource(
  url: string,
  migrations: readonly MigrationClass[] = MIGRATIONS,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: [...migrations],
    synchronize: false,
    // Quiet: by default a failed migration is printed even so.
    logger: 'debug',
    logging: false,
    poolSize: 1,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: {
      lock_timeout: MIGRATION.LOCK_TIMEOUT_MS,
      statement_timeout: MIGRATION.STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      idleTimeoutMillis: 0,
      keepAlive: true,
    },
  });
}
