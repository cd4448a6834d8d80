import { jobIn } from './jobs.ts';
import { payOnline, type PayingServer } from './payments.ts';
import type { TestServer } from './server.ts';
import type { TestUser } from './users.ts';

/** A paid job of 1,450.50 dollars, whose share is 1,015.35 dollars. */
export async function paidJob(
  server: PayingServer,
  parties: { owner: TestUser; pilot: TestUser },
  budget = 1450.5,
): Promise<{ id: number; intent: string }> {
  const { id } = await jobIn(server, 'completed', parties, { budget });
  return { id, intent: await payOnline(server, parties.owner, id) };
}

/** Returns the balances of the ledger of some rows, in cents. */
export async function ledgerOf(
  { dataSource }: Pick<TestServer, 'dataSource'>,
  column: 'job_id' | 'user_id',
  id: number,
): Promise<Record<string, number>> {
  const rows = await dataSource.query<{ account: string; cents: number }[]>(
    `SELECT account, sum(amount)::int AS cents FROM ledger_entries WHERE ${column} = $1 GROUP BY account
     HAVING sum(amount) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

/** Makes all movements a week older, so that their money is due for the payout of the last Friday. */
export async function makeWeekOlder({ dataSource }: Pick<TestServer, 'dataSource'>): Promise<void> {
  await dataSource.transaction(async (manager) => {
    // The ledger is append-only.
    await manager.query('SET LOCAL session_replication_role = replica');
    await manager.query(`UPDATE ledger_entries SET at = at - interval '7 days'`);
  });
}

/** Runs the jobs of a queue that have failed, as after their pause. */
export async function runAgain(server: PayingServer, queue: 'pilot-transfer' | 'payout'): Promise<unknown[]> {
  const makeDue = `UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'retry'`;
  await server.dataSource.query(makeDue, [queue]);
  return server.runNow(queue);
}
