import { Client } from 'pg';
import { messageOf, StartFailure, systemCodeOf } from '../failure.ts';
import { startPostgres, type RunningPostgres } from '../postgres/index.ts';
import { addressFor } from '../postgres/roles.ts';

const CONNECT_WITHIN_MS = 5_000;

/** Connects to the database of `DATABASE_URL`. Throws StartFailure with the cause of a failure. */
export async function checkOwnDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    const { host, pathname } = new URL(url);
    throw new StartFailure(
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
  /** Returns the port at which the API reaches the embedded database. */
  via: (port: number) => Promise<number>;
  signal?: AbortSignal | undefined;
}

/** The database of the product. */
export interface Database extends RunningPostgres {
  /** Address for the migrations. */
  ownerUrl: string;
  /** Address for the API. */
  apiUrl: string;
}

/** Opens the external database if configured, with one role for all. Otherwise starts an embedded PostgreSQL. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl: url, dataDir, ephemeral, via, signal } = options;
  if (url !== undefined) {
    await checkOwnDatabase(url);
    const forever = new Promise<void>(() => undefined);
    return { url, ownerUrl: url, apiUrl: url, ended: forever, close: async () => undefined };
  }
  const postgres = await startPostgres({ dataDir, ephemeral, signal });
  const apiUrl = new URL(addressFor('dps_api', postgres.url));
  apiUrl.port = String(await via(Number(apiUrl.port)));
  return { ...postgres, ownerUrl: addressFor('dps_owner', postgres.url), apiUrl: apiUrl.href };
}
