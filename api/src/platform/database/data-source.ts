import { DataSource, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from '../../database/entities.ts';
import { MIGRATIONS } from '../../database/migrations/index.ts';

const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const POOL_SIZE = 10;

/**
 * How the server connects: the schema comes from migrations alone, and no statement or idle transaction may hold a
 * connection for long. `onPoolError` hears of connections that break while nobody uses them.
 */
export function serverDataSource(url: string, onPoolError: (error: unknown) => void): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
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

/** A connection for the commands: migrations and seeds may take their time. */
export function commandDataSource(url: string): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolSize: 1,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
}
