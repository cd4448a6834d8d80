import { setTimeout as pause } from 'node:timers/promises';
import { MigrationExecutor, type DataSource } from 'typeorm';
import { migrateQueues } from './queue-schema.ts';

/** Any constant: it names the advisory lock that lets one of several starting replicas migrate at a time. */
const MIGRATION_LOCK = 7_290_415;

/** The lock was not had in time, or it was given up to end a deadlock. */
const NOT_NOW = new Set(['55P03', '40P01']);

/** How long to wait for other processes; the pauses in milliseconds. */
interface Patience {
  /** For the turn to migrate, while another replica does. */
  turns: number;
  turnPause: number;
  /** For the locks of one migration: each attempt waits as long as the connection's `lock_timeout`. */
  attempts: number;
  attemptPause: number;
  /** Is told what is waited for. */
  report: (line: string) => void;
}

const PATIENCE: Patience = {
  turns: 1200,
  turnPause: 500,
  attempts: 30,
  attemptPause: 2000,
  report: () => {},
};

/**
 * Waits by asking again, never inside a statement: a statement that waits holds a snapshot, and CREATE INDEX
 * CONCURRENTLY of the replica that migrates would wait for it in turn.
 */
async function takeTurn(dataSource: DataSource, { turns, turnPause, report }: Patience): Promise<void> {
  for (let turn = 1; turn <= turns; turn += 1) {
    const [row] = await dataSource.query<{ taken: boolean }[]>('SELECT pg_try_advisory_lock($1) AS taken', [
      MIGRATION_LOCK,
    ]);
    if (row?.taken) return;
    if (turn === 1) report('Another process migrates this database; waiting for it.');
    await pause(turnPause);
  }
  throw new Error('Another process has been migrating this database all the time. Run this again later.');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined;
}

/** The first migration that is missing, by name. */
async function nextOf(executor: MigrationExecutor): Promise<string> {
  const [next] = await executor.getPendingMigrations();
  return next?.name ?? 'none';
}

/** Runs what is missing; a migration that does not get its locks is tried again, so that nobody queues behind it for long. */
async function runPending(executor: MigrationExecutor, patience: Patience): Promise<void> {
  const { attempts, attemptPause, report } = patience;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await executor.executePendingMigrations();
      return;
    } catch (error) {
      const name = await nextOf(executor);
      const reason = error instanceof Error ? error.message : String(error);
      if (!NOT_NOW.has(String(codeOf(error)))) throw new Error(`${name} failed: ${reason}`, { cause: error });
      if (attempt >= attempts) {
        throw new Error(
          `${name} did not get its locks in ${attempts} attempts (${reason}). ` +
            'The migrations before it are in place. End what holds the locks (see pg_blocking_pids), and run this again.',
          { cause: error },
        );
      }
      report(`${name} did not get its locks (${reason}); attempt ${attempt} of ${attempts}.`);
      await pause(attemptPause);
    }
  }
}

/**
 * Runs the migrations that are missing and answers their names, and brings the queues' schema up to date. Needs a pool of one connection, which holds the advisory
 * lock. Throws an error whose message names the migration that failed and says what to do.
 */
export async function migrate(dataSource: DataSource, given: Partial<Patience> = {}): Promise<string[]> {
  const patience = { ...PATIENCE, ...given };
  const executor = new MigrationExecutor(dataSource);
  executor.transaction = 'each';
  await takeTurn(dataSource, patience);
  try {
    const pending = await executor.getPendingMigrations();
    await runPending(executor, patience);
    await migrateQueues(dataSource);
    return pending.map(({ name }) => name);
  } finally {
    await dataSource.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}
