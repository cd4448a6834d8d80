import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { ApiProcess, apiEnvironment } from '../../support/api-process.ts';
import { cloneTemplate, dropDatabase } from '../../support/template.ts';

/** Milliseconds: each process takes its time to start where much else runs beside it. */
const PATIENCE = 120_000;
jest.setTimeout(PATIENCE);

/** How the test's own connections are called. */
const STAGE = 'stage';

/** A database, and the processes that a test starts on it. */
export interface Stage {
  databaseUrl: string;
  database: DataSource;
  /** Starts a process and waits until it serves; its environment beyond the usual can be given. */
  start(environment?: Record<string, string>): Promise<ApiProcess>;
  /** Ends all processes, then removes the database. */
  close(): Promise<void>;
}

const CONNECTIONS = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name <> $1`;

/** Waits until no process has a connection to the database any more. */
export async function untilDisconnected({ database }: Stage): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ count: number }[]>(CONNECTIONS, [STAGE]);
    if (row?.count === 0) return;
  }
}

/** Keeps the processes of a test and ends them all, whatever became of it. */
export class Troupe {
  private readonly processes: ApiProcess[] = [];

  start(environment: Record<string, string>): ApiProcess {
    const api = new ApiProcess(environment);
    this.processes.push(api);
    return api;
  }

  async end(): Promise<void> {
    await Promise.all(this.processes.map((api) => api.end()));
  }
}

/** A migrated, empty database of the test run's PostgreSQL, without a process yet. */
export async function openStage(): Promise<Stage> {
  const serverUrl = process.env.TEST_SERVER_URL ?? '';
  const name = `processes_${randomUUID().replaceAll('-', '')}`;
  const databaseUrl = await cloneTemplate(serverUrl, name);
  const database = await new DataSource({
    type: 'postgres',
    url: databaseUrl,
    poolSize: 4,
    applicationName: STAGE,
  }).initialize();
  const troupe = new Troupe();
  return {
    databaseUrl,
    database,
    start: (environment) => troupe.start({ ...apiEnvironment(databaseUrl), ...environment }).ready(),
    close: async () => {
      await troupe.end();
      await database.destroy();
      await dropDatabase(serverUrl, name);
    },
  };
}
