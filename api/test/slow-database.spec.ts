import { paths } from '@dps/shared-contracts';
import { isDatabaseUnavailable } from '../src/platform/database/database-errors.ts';
import { readConnections } from '../src/platform/database/data-source.ts';
import type { PreparedRead, ReadConnectionSettings } from '../src/platform/database/pipelined-connection.ts';
import { PreparedReads } from '../src/platform/database/prepared-reads.ts';
import { expectError } from './support/client.ts';
import { openDatabaseLine } from './support/database-line.ts';
import { jobBody } from './support/jobs.ts';
import { createPerson, type Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const SHOW: PreparedRead = { name: 'timeout', text: 'SHOW statement_timeout' };
const COUNT: PreparedRead = { name: 'count', text: 'SELECT count(*) FROM jobs' };

/** On the same database as `server`, with the timeouts of production. */
let patient: TestServer;
let server: TestServer;
let owner: Person;
let pilot: Person;
beforeAll(async () => {
  patient = await startServer();
  // An address may say more than where the database is: so these tests need not wait as long as people do.
  server = await startServer({ databaseUrl: `${patient.databaseUrl}?statement_timeout=150` });
  owner = await createPerson(server, 'client');
  pilot = await createPerson(server, 'pilot');
});
afterAll(async () => {
  await server.close();
  await patient.close();
});

async function withReads<T>(
  settings: Partial<ReadConnectionSettings>,
  action: (reads: PreparedReads) => Promise<T>,
): Promise<T> {
  const reads = new PreparedReads({ ...readConnections(patient.databaseUrl), ...settings }, () => {});
  try {
    return await action(reads);
  } finally {
    await reads.onApplicationShutdown();
  }
}

/** Holds all jobs from everybody while something is done. */
async function holdingJobs<T>(action: () => Promise<T>): Promise<T> {
  const runner = patient.dataSource.createQueryRunner();
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
  it.each([
    ['a prepared read', () => pilot.client.get(paths.availableJobs())],
    ['a search', () => pilot.client.get(`${paths.availableJobs()}?text=roof`)],
    ['a write', () => owner.client.post(paths.jobs(), jobBody())],
  ])('is cut off and answered 503: %s', async (_what, call) => {
    const answer = await holdingJobs(call);
    expectError(answer, 503, 'unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await call()).status).toBeLessThan(300);
  });

  it.each<[string, () => Promise<{ statement_timeout: string }[]>]>([
    ['3s', () => withReads({}, (reads) => reads.rows(SHOW, []))],
    ['10s', () => patient.dataSource.query(SHOW.text)],
  ])('is one of more than %s, unless the address says otherwise', async (timeout, show) => {
    expect(await show()).toEqual([{ statement_timeout: timeout }]);
  });
});

describe('a database that says nothing', () => {
  it('is given up after 3 seconds: 503', async () => {
    const line = await openDatabaseLine(patient.databaseUrl);
    const behind = await startServer({ databaseUrl: line.url });
    const { client } = await createPerson(behind, 'pilot');
    line.fallSilent();
    const began = performance.now();
    const calls = [paths.availableJobs(), paths.ready()].map((path) => client.get(path));
    for (const answer of await Promise.all(calls)) expectError(answer, 503, 'unavailable');
    expect(performance.now() - began).toBeLessThan(6000);
    await behind.close();
    await line.close();
  });
});

describe('prepared reads', () => {
  it('give a connection up whose answer does not come in time, and open another', async () => {
    const settings = { statementWithin: 60_000, answerWithin: 100 };
    await withReads(settings, async (reads) => {
      const late = holdingJobs(() => reads.rows(COUNT, []));
      await expect(late.catch(isDatabaseUnavailable)).resolves.toBe(true);
      expect(await reads.rows(COUNT, [])).toHaveLength(1);
    });
  });

  it('open another connection when the database has ended one', async () => {
    await withReads({}, async (reads) => {
      const [own] = await reads.rows<{ pid: number }>(
        { name: 'pid', text: 'SELECT pg_backend_pid() AS pid' },
        [],
      );
      await patient.dataSource.query('SELECT pg_terminate_backend($1)', [own?.pid]);
      // It may be on its way that the connection has ended.
      await reads.rows(COUNT, []).catch(() => undefined);
      expect(await reads.rows(COUNT, [])).toHaveLength(1);
    });
  });

  it('prepare a statement anew whose table a migration has changed', async () => {
    await patient.dataSource.query('CREATE TABLE changed (note integer)');
    await withReads({}, async (reads) => {
      const read = () => reads.rows({ name: 'changed', text: 'SELECT note FROM changed' }, []);
      await read();
      await patient.dataSource.query('ALTER TABLE changed ALTER COLUMN note TYPE text');
      await expect(read()).rejects.toThrow('cached plan must not change result type');
      expect(await read()).toEqual([]);
    });
  });

  it('answer what was asked before they close', async () => {
    const counts = await withReads({}, async (reads) => {
      const asked = [1, 2, 3, 4].map(() => reads.rows(COUNT, []));
      await reads.onApplicationShutdown();
      return Promise.all(asked);
    });
    expect(counts).toHaveLength(4);
  });
});
