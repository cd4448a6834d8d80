import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { addressFor } from '@dps/local-stack/postgres/roles';
import { ApiProcess, apiEnvironment } from '../../support/api-process.ts';
import { cloneTemplate, dropDatabase } from '../../support/template.ts';

/** Milliseconds between two questions to the database, so that the processes under test have the processors. */
const POLL_MS = 20;

/** The application name of the connections of the test. */
const TEST_APPLICATION = 'test-bed';

/** A database and the API processes that a test starts on it. */
export interface TestBed {
  /** The address of the database for the API's role. */
  databaseUrl: string;
  /** The address for the superuser. */
  adminUrl: string;
  /** Connections of the superuser. */
  database: DataSource;
  /** Starts a process with extra environment variables and waits until it is ready. */
  start(environment?: Record<string, string>): Promise<ApiProcess>;
  /** Ends all processes, then removes the database. */
  close(): Promise<void>;
}

const CONNECTIONS = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name <> $1`;

/** Waits until no process has a connection to the database. */
export async function untilDisconnected({ database }: TestBed): Promise<void> {
  for (;;) {
    const [row] = await database.query<{ count: number }[]>(CONNECTIONS, [TEST_APPLICATION]);
    if (row?.count === 0) return;
    await delay(POLL_MS);
  }
}

/** Reads a state until it is the expected one. The limit of the test ends the wait for another state. */
export async function untilState(read: () => Promise<string>, expected: string): Promise<void> {
  while ((await read()) !== expected) await delay(POLL_MS);
}

/** Starts the processes of a test and ends all of them. */
export class ApiProcesses {
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

/** Creates a migrated, empty database on the PostgreSQL of the test run. */
export async function createTestBed(): Promise<TestBed> {
  const serverUrl = process.env.TEST_SERVER_URL ?? '';
  const name = `processes_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = await cloneTemplate(serverUrl, name);
  const databaseUrl = addressFor('dps_api', adminUrl);
  const database = await new DataSource({
    type: 'postgres',
    url: adminUrl,
    poolSize: 4,
    applicationName: TEST_APPLICATION,
  }).initialize();
  const processes = new ApiProcesses();
  return {
    adminUrl,
    databaseUrl,
    database,
    start: (environment) => processes.start({ ...apiEnvironment(databaseUrl), ...environment }).ready(),
    close: async () => {
      await processes.end();
      await database.destroy();
      await dropDatabase(serverUrl, name);
    },
  };
}
