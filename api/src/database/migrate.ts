import { setTimeout as pause } from 'node:timers/promises';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { migrateQueues } from './migrate-queues.ts';

/** Any constant. Identifies the advisory lock that allows one replica to migrate at a time. */
const MIGRATION_LOCK = 7_290_415;

/** SQLSTATEs of a lock that was not acquired in time, and of a deadlock. */
const LOCK_FAILURES = new Set(['55P03', '40P01']);

/** Number of attempts. Pauses are in milliseconds. */
interface Retries {
  /** Attempts to acquire the advisory lock while another replica migrates. */
  lockAttempts: number;
  lockPause: number;
  /** Attempts to acquire the locks of one migration. Each waits as long as the connection's `lock_timeout`. */
  attempts: number;
  attemptPause: number;
  /** Receives a line about each wait. */
  report: (line: string) => void;
}

const DEFAULT_RETRIES: Retries = {
  lockAttempts: 1200,
  lockPause: 500,
  attempts: 30,
  attemptPause: 2000,
  report: () => {},
};

/**
 * Acquires the advisory lock by polling. A statement that waits holds a snapshot, and CREATE INDEX CONCURRENTLY of the
 * replica that migrates would wait for that snapshot in attempt.
 */
async function acquireLock(
  dataSource: DataSource,
  { lockAttempts, lockPause, report }: Retries,
): Promise<void> {
  for (let attempt = 1; attempt <= lockAttempts; attempt += 1) {
    const [row] = await dataSource.query<{ taken: boolean }[]>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ]);
    if (row?.taken) return;
    if (attempt === 1) report('Another process is migrating this database. Waiting for it.');
    await pause(lockPause);
  }
  throw new Error('Another process is still migrating this database. Run this again later.');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}

/**
 * Returns the missing migrations. Throws for a database that another version has migrated differently: it has migrations
 * that this version does not have, and lacks some of this version's. A database that is only newer lacks none.
 */
async function pendingOf(
  { migrations }: DataSource,
  executor: MigrationExecutor,
): Promise<{ name: string }[]> {
  const pending = await executor.getPendingMigrations();
  const known = new Set(migrations.map((migration) => migration.constructor.name));
  const unknown = (await executor.getExecutedMigrations()).filter(({ name }) => !known.has(name));
  if (pending.length === 0 || unknown.length === 0) return pending;
  throw new Error(
    `This database has the schema of another version: it has ${namesOf(unknown)} and lacks ${namesOf(pending)}. ` +
      'Use an empty database, or the version that created this one.',
  );
}

function namesOf(migrations: readonly { name: string }[]): string {
  return migrations.map(({ name }) => name).join(', ');
}

/** The name of the first missing migration. */
async function nextOf(executor: MigrationExecutor): Promise<string> {
  const [next] = await executor.getPendingMigrations();
  return next?.name ?? 'none';
}

/** Runs the missing migrations. Retries one that does not get its locks, so that other queries never queue behind it for long. */
async function runPending(executor: MigrationExecutor, retries: Retries): Promise<void> {
  const { attempts, attemptPause, report } = retries;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      const name = await nextOf(executor);
      const reason = error instanceof Error ? error.message : String(error);
      if (!LOCK_FAILURES.has(String(codeOf(error))))
        throw new Error(`${name} failed: ${reason}`, { cause: error });
      if (attempt >= attempts) {
        throw new Error(
          `${name} did not get its locks in ${attempts} attempts (${reason}). ` +
            'Earlier migrations are complete. End the transaction that holds the locks (see pg_blocking_pids), and run this again.',
          { cause: error },
        );
      }
      report(`${name} did not get its locks (${reason}); attempt ${attempt} of ${attempts}.`);
      await pause(attemptPause);
    }
  }
}

/** Limits the API's role of `api/assets/roles.sql`: it changes of the trails only the latest progress of a job. */
const LIMIT_API = `DO $$
  BEGIN
    IF to_regrole('dps_api') IS NOT NULL AND to_regclass('audit_events') IS NOT NULL THEN
      REVOKE ALL ON migrations FROM dps_api;
      REVOKE UPDATE ON audit_events, job_events FROM dps_api;
      GRANT UPDATE (after) ON job_events TO dps_api;
      -- Housekeeping locks rows, which needs this right for one column.
      GRANT UPDATE (id) ON audit_events TO dps_api;
    END IF;
  END
$$`;

/**
 * Runs the missing migrations, returns their names, and updates the schema of the queues and limits the API's role. Needs a pool of one connection,
 * which holds the advisory lock. Throws an error whose message names the failed migration and what to do.
 */
export async function migrate(dataSource: DataSource, given: Partial<Retries> = {}): Promise<string[]> {
  const retries = { ...DEFAULT_RETRIES, ...given };
  const executor = new MigrationExecutor(dataSource);
  executor.transaction = 'each';
  await acquireLock(dataSource, retries);
  try {
    const pending = await pendingOf(dataSource, executor);
    await runPending(executor, retries);
    await migrateQueues(dataSource);
    await dataSource.query(LIMIT_API);
    return pending.map(({ name }) => name);
  } finally {
    await dataSource.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/** Returns the statements that would adapt the database to the entities. Empty if the migrations are complete. */
export async function findDrift(dataSource: DataSource): Promise<string[]> {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query);
}
