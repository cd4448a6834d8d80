import { paths } from '@dps/contract';
import { isDatabaseUnavailable } from '../src/platform/database/database-errors.ts';
import { readConnections } from '../src/platform/database/data-source.ts';
import type { PreparedRead, ReadConnectionSettings } from '../src/platform/database/pipelined-connection.ts';
import { PreparedReads } from '../src/platform/database/prepared-reads.ts';
import { expectError, TestClient } from './support/client.ts';
import { startDatabaseProxy } from './support/database-proxy.ts';
import { jobBody } from './support/jobs.ts';
import { createUser, type TestUser } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

const SHOW: PreparedRead = { name: 'timeout', text: 'SHOW statement_timeout' };
const COUNT: PreparedRead = { name: 'count', text: 'SELECT count(*) FROM jobs' };

/** A server on the same database as `server`, with the default timeouts. */
let defaultServer: TestServer;
let server: TestServer;
let owner: TestUser;
let pilot: TestUser;
beforeAll(async () => {
  defaultServer = await startServer();
  // The database URL sets a short timeout to keep these tests fast.
  server = await startServer({ databaseUrl: `${defaultServer.databaseUrl}?statement_timeout=150` });
  const [client, flyer] = [
    await createUser(defaultServer, 'client'),
    await createUser(defaultServer, 'pilot'),
  ];
  owner = { ...client, client: new TestClient(server, client.client.cookie) };
  pilot = { ...flyer, client: new TestClient(server, flyer.client.cookie) };
});
afterAll(async () => {
  await server.close();
  await defaultServer.close();
});

async function withReads<T>(
  settings: Partial<ReadConnectionSettings>,
  action: (reads: PreparedReads) => Promise<T>,
): Promise<T> {
  const reads = new PreparedReads({ ...readConnections(defaultServer.databaseUrl), ...settings }, () => {});
  try {
    return await action(reads);
  } finally {
    await reads.onApplicationShutdown();
  }
}

/** Runs an action while the jobs table is locked. */
async function whileJobsAreLocked<T>(action: () => Promise<T>): Promise<T> {
  const runner = defaultServer.dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    await runner.query('LOCK TABLE jobs IN ACCESS EXCLUSIVE MODE');
    return await action();
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

describe('a statement that runs too long', () => {
  it('is canceled and returns 503', async () => {
    const calls = [
      () => pilot.client.get(paths.availableJobs()),
      () => pilot.client.get(`${paths.availableJobs()}?text=roof`),
      () => owner.client.post(paths.jobs(), jobBody()),
    ];
    const responses = await whileJobsAreLocked(() => Promise.all(calls.map((call) => call())));
    for (const response of responses) {
      expectError(response, 503, 'unavailable');
      expect(response.headers.get('retry-after')).toBe('1');
    }
  });

  it.each<[string, () => Promise<{ statement_timeout: string }[]>]>([
    ['3s', () => withReads({}, (reads) => reads.rows(SHOW, []))],
    ['10s', () => defaultServer.dataSource.query(SHOW.text)],
  ])('is canceled after %s by default', async (timeout, show) => {
    expect(await show()).toEqual([{ statement_timeout: timeout }]);
  });
});

describe('a database that does not respond', () => {
  it('causes a 503', async () => {
    const proxy = await startDatabaseProxy(defaultServer.databaseUrl);
    const proxied = await startServer({ databaseUrl: proxy.url });
    const { client } = await createUser(proxied, 'pilot');
    proxy.stopResponding();
    const calls = [paths.availableJobs(), paths.ready()].map((path) => client.get(path));
    for (const response of await Promise.all(calls)) expectError(response, 503, 'unavailable');
    await proxied.close();
    await proxy.close();
  });
});

describe('prepared reads', () => {
  it('replace a connection after a response timeout', async () => {
    const settings = { statementWithin: 60_000, resultWithin: 1000 };
    await withReads(settings, async (reads) => {
      const late = whileJobsAreLocked(() => reads.rows(COUNT, []));
      await expect(late.catch(isDatabaseUnavailable)).resolves.toBe(true);
      expect(await reads.rows(COUNT, [])).toHaveLength(1);
    });
  });

  it('replace a connection that the database has closed', async () => {
    await withReads({}, async (reads) => {
      const [own] = await reads.rows<{ pid: number }>(
        { name: 'pid', text: 'SELECT pg_backend_pid() AS pid' },
        [],
      );
      await defaultServer.dataSource.query('SELECT pg_terminate_backend($1)', [own?.pid]);
      // The event of the closed connection may not have arrived yet.
      await reads.rows(COUNT, []).catch(() => undefined);
      expect(await reads.rows(COUNT, [])).toHaveLength(1);
    });
  });

  it('prepare a statement again after a migration has changed its table', async () => {
    await defaultServer.dataSource.query('CREATE TABLE changed (note integer)');
    await withReads({}, async (reads) => {
      const read = () => reads.rows({ name: 'changed', text: 'SELECT note FROM changed' }, []);
      await read();
      await defaultServer.dataSource.query('ALTER TABLE changed ALTER COLUMN note TYPE text');
      await expect(read()).rejects.toThrow('cached plan must not change result type');
      expect(await read()).toEqual([]);
    });
  });

  it('complete pending reads before they close', async () => {
    const counts = await withReads({}, async (reads) => {
      const pending = [1, 2, 3, 4].map(() => reads.rows(COUNT, []));
      await reads.onApplicationShutdown();
      return Promise.all(pending);
    });
    expect(counts).toHaveLength(4);
  });
});
