import type { QueryRunner } from 'typeorm';

interface ConcurrentIndex {
  name: string;
  /** The text after ON: `jobs (client_id, id) WHERE pilot_id IS NULL`. */
  on: string;
  unique?: true;
}

// A concurrent build waits for open transactions and reads the complete table, but blocks no other query.
const LONG_TIMEOUTS = [`SET lock_timeout = '10min'`, `SET statement_timeout = '2h'`];
const RESET_TIMEOUTS = ['RESET statement_timeout', 'RESET lock_timeout'];

const UNFINISHED = 'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid';

/**
 * Creates an index without blocking writes, in a migration with `transaction = false`. Drops the invalid index of a failed
 * attempt, and keeps an existing valid one.
 */
export async function createIndexConcurrently(runner: QueryRunner, index: ConcurrentIndex): Promise<void> {
  const { name, on, unique = false } = index;
  const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
  for (const setting of LONG_TIMEOUTS) await runner.query(setting);
  try {
    const unfinished: unknown[] = await runner.query(UNFINISHED, [name]);
    if (unfinished.length > 0) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await runner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
  } finally {
    for (const setting of RESET_TIMEOUTS) await runner.query(setting);
  }
}
