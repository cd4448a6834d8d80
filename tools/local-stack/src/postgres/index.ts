import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { StartFailure } from '../failure.ts';
import { freePort, portProblem } from '../ports.ts';
import { claimDirectory } from '../process/claim.ts';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { layoutOf, prepareCluster, SUPERUSER } from './cluster.ts';
import { postmasterOf, stopOrphans } from './postmaster.ts';
import { createRoles } from './roles.ts';

const DATABASE = 'drone_pilot_surveys';

export interface PostgresOptions {
  /** Directory of the cluster, its password and its log. Created if missing. */
  dataDir: string;
  /** Port on the loopback interface. Defaults to a free port. */
  port?: number;
  /** Whether the database is for tests: faster, not crash-safe, and removed on close. */
  ephemeral?: boolean;
  /** Cancels the start when aborted. */
  signal?: AbortSignal | undefined;
}

export interface RunningPostgres {
  /** `postgres://…`, with the superuser and the product's database. `addressFor` returns the addresses of the product's roles. */
  url: string;
  /** Resolves when the server ends for any reason. */
  ended: Promise<void>;
  close(): Promise<void>;
}

async function createDatabase(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: `${serverUrl}/postgres` });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return freePort();
  if (await portProblem(wanted))
    throw new StartFailure(`Port ${wanted} for PostgreSQL is in use by another program.`);
  return wanted;
}

/**
 * Starts a PostgreSQL for this directory on the loopback interface, with a random password. It ends with this process.
 * The next start stops the server of a killed process.
 *
 * @throws StartFailure when it cannot run here, or another process uses the directory
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { ephemeral = false, signal } = options;
  const layout = layoutOf(resolve(options.dataDir));
  const port = await choosePort(options.port);
  mkdirSync(layout.root, { recursive: true });
  const undo = new AsyncDisposableStack();
  undo.defer(claimDirectory(layout.root));
  if (ephemeral) undo.defer(() => rmSync(layout.root, { recursive: true, force: true }));
  try {
    const account = serverAccount();
    const binaries = findBinaries(account);
    const password = await prepareCluster(layout, { binaries, account, signal, sync: !ephemeral });
    await stopOrphans(layout.cluster);
    const server = postmasterOf(layout, binaries, account, { port, ephemeral });
    await server.start();
    undo.defer(() => server.stop());
    const ended = server.ended().then(() => undefined);
    const serverUrl = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}`;
    const url = `${serverUrl}/${DATABASE}`;
    await createDatabase(serverUrl);
    await createRoles(url);
    return { url, ended, close: () => undo.disposeAsync() };
  } catch (error) {
    await undo.disposeAsync();
    throw error;
  }
}
