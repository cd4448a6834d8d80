import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '@dps/local-stack/postgres';
import type { Teardown } from './teardown.ts';

/** A PostgreSQL of the measurement's own, removed when it ends. Answers the address of its server. */
export async function startCluster(teardown: Teardown): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'dps-bench-'));
  const postgres = await startPostgres({ dataDir, ephemeral: true });
  teardown.add(() => postgres.close());
  return postgres.url;
}

/** Does something with a connection of its own. */
export async function withClient<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // The server may be stopped in the middle of it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
