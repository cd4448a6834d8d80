import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { ReadConnectionSettings } from './pipelined-connection.ts';

/** Identifies the connections of the API in the views of PostgreSQL. */
const APPLICATION_NAME = 'dps-api';

export const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 10_000;
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const POOL_SIZE = 10;
const READ_STATEMENT_TIMEOUT_MS = 3000;
const READ_RESULT_TIMEOUT_MS = 4000;

/** The entity classes. */
export type Entities = NonNullable<DataSourceOptions['entities']>;

/**
 * Options of the server's connection pool. Timeouts bound statements and idle transactions. `onPoolError` receives the
 * errors of idle connections.
 */
export function serverDataSource(
  url: string,
  entities: Entities,
  onPoolError: (error: unknown) => void,
): DataSourceOptions {
  return {
    type: 'postgres',
    // Otherwise TypeORM requires the package by its name, and a build contains it.
    driver: pg,
    url,
    entities,
    synchronize: false,
    logging: false,
    applicationName: APPLICATION_NAME,
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

/** Options of the connections for short reads. The timeouts are short, because reads share a connection. */
export function readConnections(url: string): ReadConnectionSettings {
  return {
    url,
    connectWithin: CONNECT_TIMEOUT_MS,
    statementWithin: READ_STATEMENT_TIMEOUT_MS,
    resultWithin: READ_RESULT_TIMEOUT_MS,
  };
}
