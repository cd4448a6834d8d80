import { Client } from 'pg';

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
