import { Client } from 'pg';
import { startPostgres } from '@dps/local-stack/postgres';
import type { Teardown } from '../measurement.ts';

/** Starts a temporary PostgreSQL server. Returns its URL. */
export async function startCluster(teardown: Teardown): Promise<string> {
  const postgres = await startPostgres({ dataDir: teardown.temporaryFolder(), ephemeral: true });
  teardown.add(() => postgres.close());
  return postgres.url;
}

/** Runs an action with a new connection, then closes the connection. */
export async function withClient<T>(url: string, action: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // The teardown may stop the server while the connection is open.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
