import { readFileSync } from 'node:fs';
import { withClient } from '../database.ts';

// The connections of the pool have a name.
const READERS = `
  SELECT pid FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND application_name = '' AND pid <> pg_backend_pid()`;

/** The times that processes were ready to run and waited for a processor, since their start. */
interface Wait {
  ms: number;
  times: number;
}

/** Returns the processes of PostgreSQL that serve the API's prepared reads. */
export function readBackends(databaseUrl: string): Promise<number[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>(READERS);
    return rows.map(({ pid }) => pid);
  });
}

/** Returns the waits of processes of one thread. The second and third number of Linux's `schedstat`. */
export function waitOf(pids: readonly number[]): Wait {
  const waits = pids.map((pid) => readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number));
  return {
    ms: waits.reduce((sum, [, wait = 0]) => sum + wait / 1e6, 0),
    times: waits.reduce((sum, [, , times = 0]) => sum + times, 0),
  };
}
