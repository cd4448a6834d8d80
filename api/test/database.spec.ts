import type { DataSource } from 'typeorm';
import { DEMO_ACCOUNTS, jobListView, paths, JOB_STATUSES, threadListView } from '@dps/contract';
import { findDrift } from '../src/database/migrate.ts';
import { seedDemoData } from '../src/database/seeds/seed.ts';
import { PERSONAL_TABLES } from '../src/modules/personal-data/personal-tables.ts';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { expectError, expectView } from './support/client.ts';
import { createUnconfirmedUser, signIn } from './support/users.ts';
import { startServer, type TestServer } from './support/server.ts';

let server: TestServer;
let commands: DataSource;
beforeAll(async () => {
  server = await startServer({ demoData: true });
  commands = await commandDataSource(server.adminUrl).initialize();
});
afterAll(async () => {
  await commands.destroy();
  await server.close();
});

describe('the schema', () => {
  it('[ROLE-1, ENTITY-10] matches the entities', async () => {
    expect(await findDrift(commands)).toEqual([]);
  });

  it('reports a difference', async () => {
    await commands.query('DROP INDEX jobs_open_idx');
    expect(await findDrift(commands)).toEqual([expect.stringContaining('jobs_open_idx')]);
    await commands.query(
      `CREATE INDEX jobs_open_idx ON jobs (id) WHERE status = 'pending' AND pilot_id IS NULL AND published_at IS NOT NULL`,
    );
  });

  it.each([
    ['an unknown status', `UPDATE jobs SET status = 'done'`, 'jobs_status_check'],
    [
      'a job in review without a pilot',
      `UPDATE jobs SET status = 'review', pilot_id = NULL`,
      'jobs_pilot_check',
    ],
    [
      'a refund and disputes of more than the amount',
      'UPDATE payments SET refunded_amount = amount - 1, disputed_amount = 1, lost_amount = 1',
      'payments_returned_amount_check',
    ],
    [
      'two active payments of a job',
      `INSERT INTO payments (job_id, provider, amount) SELECT min(id), 'stripe', 5 FROM jobs
       UNION ALL SELECT min(id), 'stripe', 5 FROM jobs`,
      'payments_live_key',
    ],
    [
      'one transaction for two payments',
      `INSERT INTO payments (job_id, provider, status, amount, transaction_id)
       SELECT id, 'stripe', 'failed', 5, 'pi_same' FROM jobs`,
      'payments_transaction_id_key',
    ],
    [
      'an event twice',
      `INSERT INTO provider_events (event_id, type) VALUES ('evt_1', 'a'), ('evt_1', 'a')`,
      'provider_events_event_id_key',
    ],
  ])('refuses %s', async (_what, statement, constraint) => {
    await seedDemoData(commands);
    await expect(commands.query(statement)).rejects.toMatchObject({ constraint });
  });
});

describe('the demo data', () => {
  it('[EMAIL-17] has both demo accounts with confirmed addresses, jobs in every status and available jobs, and is inserted once', async () => {
    await seedDemoData(commands);
    expect(await seedDemoData(commands)).toBe(0);
    const statuses = new Set<string>();
    for (const { username, password, role } of DEMO_ACCOUNTS) {
      const client = await signIn(server, username, password);
      const { body } = await client.get(paths.currentUser());
      const id = Number(Reflect.get(Object(body), 'id'));
      expect(body).toMatchObject({ mustConfirmEmail: false });
      const path = role === 'pilot' ? paths.pilotJobs(id) : paths.clientJobs(id);
      const jobs = expectView(await client.get(path), 200, jobListView);
      for (const job of jobs) statuses.add(job.status);
      const threads = expectView(await client.get(paths.threads()), 200, threadListView);
      expect(threads).toMatchObject([{ state: 'open', unread: role === 'client' ? 1 : 0 }]);
      if (role === 'client') continue;
      const offers = expectView(await client.get(paths.availableJobs()), 200, jobListView);
      expect(offers.length).toBeGreaterThan(4);
      expect(offers.every(({ deadline }) => new Date(deadline) > new Date())).toBe(true);
    }
    expect([...statuses].toSorted()).toEqual([...JOB_STATUSES].toSorted());
    // Each paid job has a completed payment of its budget.
    const wrong = await commands.query<object[]>(
      `SELECT jobs.id FROM jobs LEFT JOIN payments ON payments.job_id = jobs.id AND payments.status = 'completed'
       WHERE (jobs.status = 'paid') <> (payments.id IS NOT NULL) OR payments.amount <> jobs.budget`,
    );
    expect(wrong).toEqual([]);
  });

  it('[DATA-29] gets a deleted account back at the next start, without its jobs', async () => {
    await seedDemoData(commands);
    // As deletions leave the rows.
    await commands.query(
      `UPDATE users SET username = 'deleted-' || id, email = 'deleted-' || id || '@deleted.invalid', deleted_at = now()
        WHERE username = ANY($1)`,
      [DEMO_ACCOUNTS.map(({ username }) => username)],
    );
    expect(await seedDemoData(commands)).toBe(0);
    for (const { username, password } of DEMO_ACCOUNTS) await signIn(server, username, password);
    expect(await seedDemoData(commands)).toBe(0);
  });
});

const COLUMNS = `
  SELECT table_name AS "table", array_agg(column_name::text ORDER BY column_name) AS columns
  FROM information_schema.columns WHERE table_schema = 'public' GROUP BY table_name`;
const REFERENCES = `
  SELECT DISTINCT conrelid::regclass::text AS "table" FROM pg_constraint
  WHERE contype = 'f' AND confrelid = 'users'::regclass`;

const named = (name: string) => PERSONAL_TABLES[name] ?? { impersonal: 'not listed' };

describe('the rules for personal data', () => {
  it('[DATA-9] name every table of the database, and no other', async () => {
    const rows = await commands.query<{ table: string }[]>(COLUMNS);
    expect(Object.keys(PERSONAL_TABLES).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
  });

  it('[DATA-9] decide for every column whether an export has it', async () => {
    const rows = await commands.query<{ table: string; columns: string[] }[]>(COLUMNS);
    const differences = rows.flatMap(({ table, columns }) => {
      const rule = named(table);
      if ('impersonal' in rule) return [];
      const decided = [...rule.exported, ...Object.keys(rule.omitted)].toSorted();
      return JSON.stringify(decided) === JSON.stringify(columns) ? [] : [{ table, columns, decided }];
    });
    expect(differences).toEqual([]);
  });

  it('treat every table that refers to users as personal', async () => {
    const rows = await commands.query<{ table: string }[]>(REFERENCES);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ table }) => 'impersonal' in named(table))).toEqual([]);
  });

  it('say for every table whether its rows are deleted, or why they remain', () => {
    const undecided = Object.entries(PERSONAL_TABLES).filter(
      ([, rule]) => !('impersonal' in rule) && rule.deleted === null && rule.kept === null,
    );
    expect(undecided).toEqual([]);
  });
});

describe('an unavailable database', () => {
  const ROLE = `limited_${process.pid}`;

  /** The URL of the same database for a role with a connection limit. */
  async function limitedUrl(): Promise<string> {
    await commands.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'limited' IN ROLE dps_api`);
    const url = new URL(server.databaseUrl);
    url.username = ROLE;
    url.password = 'limited';
    return url.href;
  }

  it('causes a 503 with Retry-After, and the API recovers when it is available again', async () => {
    const limited = await startServer({ databaseUrl: await limitedUrl() });
    const { client } = await createUnconfirmedUser(limited, 'client');

    await commands.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT 0`);
    await commands.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`);
    const response = await client.get(paths.currentUser());
    expectError(response, 503, 'unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
    expectError(await client.get(paths.ready()), 503, 'unavailable');
    expect((await client.get(paths.live())).status).toBe(200);

    await commands.query(`ALTER ROLE ${ROLE} CONNECTION LIMIT -1`);
    expect((await client.get(paths.currentUser())).status).toBe(200);

    await limited.close();
    await commands.query(`DROP OWNED BY ${ROLE}`);
    await commands.query(`DROP ROLE ${ROLE}`);
  });
});
