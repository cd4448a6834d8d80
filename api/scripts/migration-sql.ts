import { DataSource } from 'typeorm';
import {
  LOCK_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  type ForwardMigration,
} from '../src/database/forward-migration.ts';

/** What holds on a migration's connection before anything runs. */
const SETTINGS = [`SET lock_timeout = ${LOCK_TIMEOUT_MS}`, `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`];

/** The SQL that a migration runs on a database where every query answers no row; nothing is connected to. */
export async function migrationSql(migration: ForwardMigration): Promise<string> {
  const statements: string[] = [];
  const runner = new DataSource({ type: 'postgres' }).createQueryRunner();
  const query = (statement: string) => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  Object.defineProperty(runner, 'query', { value: query });
  await migration.up(runner);
  const inTransaction = migration.transaction === false ? statements : ['BEGIN', ...statements, 'COMMIT'];
  return [...SETTINGS, ...inTransaction].map((statement) => `${statement};\n`).join('');
}
