import type { DataSource } from 'typeorm';

const BLOCKED = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until a statement waits for a lock, or until the request gets a response without waiting. */
export async function untilBlocked(database: DataSource, request: Promise<unknown>): Promise<void> {
  let isDone = false;
  const markDone = () => (isDone = true);
  request.then(markDone, markDone);
  for (;;) {
    const [row] = await database.query<{ count: number }[]>(BLOCKED);
    if (isDone || (row && row.count > 0)) return;
  }
}

/**
 * Commits a change between the read and the write of a request. The change runs first in an open transaction, so that
 * the request reads the old row and its write waits for the lock. Then the change is committed.
 *
 * @param change SQL with the id of the row as `$1`
 */
export async function commitDuringRequest<Result>(
  database: DataSource,
  change: string,
  id: number,
  request: () => Promise<Result>,
): Promise<Result> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(change, [id]);
    const result = request();
    await untilBlocked(database, result);
    await runner.commitTransaction();
    return await result;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
