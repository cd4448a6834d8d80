import type { DataSource } from 'typeorm';
import type { Answer } from './client.ts';

const BLOCKED = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Waits until a statement waits for somebody's lock, or until the request has its answer without one. */
export async function untilBlocked(database: DataSource, request: Promise<unknown>): Promise<void> {
  let answered = false;
  const note = () => (answered = true);
  request.then(note, note);
  for (;;) {
    const [row] = await database.query<{ count: number }[]>(BLOCKED);
    if (answered || (row && row.count > 0)) return;
  }
}

/**
 * Lets a change of a job get between what a request read of the job and what it writes: the change is made first and not
 * committed, so the request reads the job as it was and waits with its write.
 *
 * @param change SQL whose `$1` is the job
 */
export async function overtake(
  database: DataSource,
  change: string,
  jobId: number,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const runner = database.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query(change, [jobId]);
    const answer = request();
    await untilBlocked(database, answer);
    await runner.commitTransaction();
    return await answer;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}
