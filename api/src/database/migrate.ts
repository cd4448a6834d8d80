import type { DataSource } from 'typeorm';

/** Any constant: it names the advisory lock that lets one of several starting replicas migrate at a time. */
const MIGRATION_LOCK = 7_290_415;

/** Runs the migrations that are missing and answers their names; needs a pool of one connection, which holds the lock. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  await dataSource.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const migrations = await dataSource.runMigrations();
    return migrations.map((migration) => migration.name);
  } finally {
    await dataSource.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}
