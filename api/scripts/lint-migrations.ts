import { DataSource } from 'typeorm';
import {
  LOCK_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
  type ForwardMigration,
} from '../src/database/forward-migration.ts';
import { MIGRATIONS } from '../src/database/migrations/index.ts';
import { squawk } from './squawk.ts';

/** Settings of a migration's connection. */
const SETTINGS = [`SET lock_timeout = ${LOCK_TIMEOUT_MS}`, `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`];

/** Returns the SQL of a migration without a database: every query returns no rows. */
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

if (import.meta.main) {
  const files: Record<string, string> = {};
  for (const Migration of MIGRATIONS) files[Migration.name] = await migrationSql(new Migration());
  const { ok, report } = squawk(files);
  process.stdout.write(report);
  process.exitCode = ok ? 0 : 1;
}
