import { Client } from 'pg';
import { messageOf, StackFailure, systemCodeOf } from '../failure.ts';
import { startPostgres, type RunningPostgres } from '../postgres/index.ts';

const CONNECT_WITHIN_MS = 5_000;

/** Connects to the database of `DATABASE_URL`. Throws StackFailure with the cause of a failure. */
export async function checkOwnDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new StackFailure(
      `DATABASE_URL: the database ${pathname.slice(1)} at ${host} cannot be used ` +
        `(${messageOf(error) || systemCodeOf(error)}). Start it, correct DATABASE_URL, or unset it to use the embedded PostgreSQL.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface DatabaseOptions {
  /** An external database instead of the embedded one. */
  databaseUrl?: string | undefined;
  dataDir: string;
  ephemeral: boolean;
  signal?: AbortSignal | undefined;
}

/** Opens the database of the stack: the external one if configured, otherwise an embedded PostgreSQL. */
export async function openDatabase(options: DatabaseOptions): Promise<RunningPostgres> {
  const { databaseUrl, dataDir, ephemeral, signal } = options;
  if (databaseUrl === undefined) return startPostgres({ dataDir, ephemeral, signal });
  await checkOwnDatabase(databaseUrl);
  return { url: databaseUrl, ended: new Promise(() => undefined), close: async () => undefined };
}
