import type { DataSource } from 'typeorm';
import { paths } from '@dps/contract';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { createUser, type TestUser } from './support/users.ts';
import { indexOnlyScans, planOf, type QueryPlan } from './support/query-plan.ts';
import { startServer, type TestServer } from './support/server.ts';
import { statementsDuring } from './support/statements.ts';

const USERS = 500;
const JOBS = 40_000;

const FILL = [
  // Without autovacuum, the planner has the same statistics in each run: those of the VACUUM ANALYZE below.
  'ALTER TABLE jobs SET (autovacuum_enabled = false)',
  'ALTER TABLE jobs ALTER COLUMN id SET STATISTICS 200',
  `INSERT INTO users (username, email, password_hash, role, name)
   SELECT 'u' || n, 'u' || n || '@example.com', 'x', CASE WHEN n % 2 = 0 THEN 'pilot' ELSE 'client' END, 'User ' || n
   FROM generate_series(1, ${USERS}) AS n`,
  `INSERT INTO sessions (token_hash, user_id, expires_at)
   SELECT sha256((id || '-' || n)::bytea), id, now() + interval '1 day' FROM users, generate_series(1, 10) AS n`,
  // Every second job is available. Types, budgets and deadlines vary.
  `INSERT INTO jobs (title, description, survey_type, location, budget, status, client_id, pilot_id, deadline, deadline_has_time)
   SELECT 'Survey ' || md5(n::text), 'Report and orthophoto within a week.',
     CASE WHEN n % 500 = 0 THEN 'Mapping' ELSE 'Site Survey' END, 'Austin, TX', 100 + (n * 7919 % ${JOBS}) / 10.0,
     CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'completed' END, client.id, CASE WHEN n % 2 = 1 THEN pilot.id END,
     timestamptz '2030-01-01 00:00Z' + (n * 6007 % 1000) * interval '1 day', false
   FROM generate_series(1, ${JOBS}) AS n
   JOIN users AS client ON client.username = 'u' || (n % 250 * 2 + 1)
   JOIN users AS pilot ON pilot.username = 'u' || (n % 250 * 2 + 2)`,
  `INSERT INTO job_attachments
     (job_id, file_name, file_type, media_type, file_size, uploaded_by, content_store, content_key, content_sha256)
   SELECT id, 'plan.pdf', 'pdf', 'application/pdf', 9, client_id, 'database', gen_random_uuid(), sha256('') FROM jobs`,
  `INSERT INTO flight_data (job_id, pilot_id, flight_number, duration)
   SELECT id, pilot_id, 'FL-001', 30 FROM jobs WHERE pilot_id IS NOT NULL`,
  `INSERT INTO payments (job_id, provider, status, amount, transaction_id)
   SELECT id, 'manual', 'completed', budget, 'manual:' || id FROM jobs WHERE pilot_id IS NOT NULL`,
];

/** Inserts the rows before it builds the text indexes, which is much faster than index updates per row. */
async function fill(): Promise<void> {
  const indexes = await database.query<{ name: string; definition: string }[]>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE indexname IN ('jobs_open_text_idx', 'jobs_open_short_text_idx')`,
  );
  for (const { name } of indexes) await database.query(`DROP INDEX ${name}`);
  for (const statement of FILL) await database.query(statement);
  for (const { definition } of indexes) await database.query(definition);
  await database.query('ALTER INDEX jobs_open_short_text_idx ALTER COLUMN 1 SET STATISTICS 0');
  await database.query('VACUUM ANALYZE');
}

let server: TestServer;
let database: DataSource;
let pilot: TestUser;
let owner: TestUser;
beforeAll(async () => {
  server = await startServer();
  database = await commandDataSource(server.adminUrl).initialize();
  pilot = await createUser(server, 'pilot');
  owner = await createUser(server, 'client');
  await fill();
});
afterAll(async () => {
  await database.destroy();
  await server.close();
});

/** The plans of the two statements of a call: for the session and for the data. */
async function plansOf(testUser: TestUser, path: string): Promise<{ session: QueryPlan; data: QueryPlan }> {
  const sent = await statementsDuring(async () => {
    expect((await testUser.client.get(path)).status).toBe(200);
  });
  const [session, data] = await Promise.all(sent.map((statement) => planOf(database, statement)));
  if (!session || !data) throw new Error('Expected two statements');
  return { session, data };
}

describe('a list uses an index scan without a sort:', () => {
  it.each<[string, string[], () => [TestUser, string]]>([
    ['available jobs', ['jobs_open_idx', 'users_pkey'], () => [pilot, paths.availableJobs()]],
    ["a pilot's jobs", ['jobs_of_pilot_idx', 'users_pkey'], () => [pilot, paths.pilotJobs(pilot.user.id)]],
    ["a client's jobs", ['jobs_of_client_idx', 'users_pkey'], () => [owner, paths.clientJobs(owner.user.id)]],
    [
      "a pilot's flights",
      ['flight_data_pilot_id_idx', 'jobs_pkey'],
      () => [pilot, paths.pilotFlightRecords(pilot.user.id)],
    ],
    ["a pilot's payments", ['jobs_of_pilot_idx', 'payments_job_id_idx'], () => [pilot, paths.payments()]],
    ["a client's payments", ['jobs_of_client_idx', 'payments_job_id_idx'], () => [owner, paths.payments()]],
  ])('%s', async (_list, indexes, call) => {
    const [testUser, path] = call();
    const { session, data } = await plansOf(testUser, `${path}?limit=20`);
    expect(data).toEqual({ indexes, scanned: [], sorts: false });
    expect(session).toEqual({ indexes: ['sessions_pkey', 'users_pkey'], scanned: [], sorts: false });
  });
});

describe('totals and first own jobs need the index of own jobs only:', () => {
  it.each(['newest', 'next', 'deadline', 'value', 'status'])('order=%s', async (order) => {
    const sent = await statementsDuring(async () => {
      expect((await pilot.client.get(`${paths.jobSummary()}?order=${order}`)).status).toBe(200);
    });
    const scans = await Promise.all(sent.slice(1).map((statement) => indexOnlyScans(database, statement)));
    expect(scans).toEqual([['jobs_of_pilot_idx'], ['jobs_of_pilot_idx']]);
  });
});

it('adds up what an account uses from the indexes of its rows', async () => {
  const sent = await statementsDuring(async () => {
    expect((await owner.client.get(paths.quotas())).status).toBe(200);
  });
  const plans = await Promise.all(sent.slice(1).map((statement) => planOf(database, statement)));
  expect(plans.flatMap(({ indexes }) => indexes)).toEqual(
    expect.arrayContaining(['jobs_open_client_id_idx', 'job_attachments_uploaded_by_idx']),
  );
});

it('reads a job and its related rows from indexes', async () => {
  const [job] = await database.query<{ id: number }[]>(`SELECT id FROM jobs WHERE pilot_id IS NULL LIMIT 1`);
  const { data } = await plansOf(pilot, paths.job(job?.id ?? 0));
  expect(data.scanned).toEqual([]);
  expect(data.indexes).toEqual([
    'flight_data_job_id_idx',
    'job_attachments_job_id_idx',
    'job_events_job_id_idx',
    'jobs_pkey',
    'payments_job_id_idx',
    'users_pkey',
  ]);
});

it("reads a job's history from the index of its events, without a sort", async () => {
  const [job] = await database.query<{ id: number }[]>(
    'SELECT id FROM jobs WHERE pilot_id IS NOT NULL ORDER BY id LIMIT 1',
  );
  const id = job?.id ?? 0;
  await database.query('UPDATE jobs SET client_id = $2, pilot_id = $3 WHERE id = $1', [
    id,
    owner.user.id,
    pilot.user.id,
  ]);
  for (const reader of [owner, pilot]) {
    const sent = await statementsDuring(async () => {
      expect((await reader.client.get(`${paths.jobEvents(id)}?limit=20`)).status).toBe(200);
    });
    const history = sent.find(({ text }) => text.includes('FROM job_events'));
    if (!history) throw new Error('Expected the statement of the history');
    const { indexes, scanned, sorts } = await planOf(database, history);
    expect({ scanned, sorts }).toEqual({ scanned: [], sorts: false });
    expect(indexes).toEqual(['job_events_job_id_idx', 'users_pkey']);
  }
});

describe('a selective filter uses its own index:', () => {
  it.each([
    ['text=c4ca4238a0b9', 'jobs_open_text_idx'],
    ['surveyType=Mapping', 'jobs_open_survey_type_idx'],
    ['minBudget=150&maxBudget=150.5', 'jobs_open_budget_idx'],
    ['deadlineFrom=2030-03-01&deadlineTo=2030-03-01', 'jobs_open_deadline_idx'],
    ['text=c4ca4238a0b9&surveyType=Site+Survey&minBudget=150', 'jobs_open_text_idx'],
    ['text=orthophoto&surveyType=Mapping', 'jobs_open_survey_type_idx'],
  ])('%s', async (filter, index) => {
    const { data } = await plansOf(pilot, `${paths.availableJobs()}?${filter}&limit=20`);
    expect(data.indexes).toContain(index);
    expect(data.scanned).toEqual([]);
  });
});

describe('a text without a trigram', () => {
  const plansOfSearch = async (filter: string) => {
    const sent = await statementsDuring(async () => {
      expect((await pilot.client.get(`${paths.availableJobs()}?${filter}&limit=20`)).status).toBe(200);
    });
    const [sample, data] = await Promise.all(sent.slice(1).map((statement) => planOf(database, statement)));
    if (!sample || !data) throw new Error('Expected three statements');
    expect(sample).toEqual({ indexes: ['jobs_open_idx'], scanned: [], sorts: false });
    return data;
  };

  it.each(['text=zq', 'text=%D0%B6', 'text=%25-', 'text=zq&surveyType=Site+Survey'])(
    'uses the index of short texts if it is rare: %s',
    async (filter) => {
      const data = await plansOfSearch(filter);
      expect(data.indexes).toContain('jobs_open_short_text_idx');
      expect(data.scanned).toEqual([]);
    },
  );

  it.each(['text=TX', 'text=e'])('reads the newest jobs if it is common: %s', async (filter) => {
    const data = await plansOfSearch(filter);
    expect(data).toMatchObject({ scanned: [], sorts: false });
    expect(data.indexes).toContain('jobs_open_idx');
  });

  it('keeps the index of another selective filter if it is common', async () => {
    expect((await plansOfSearch('text=TX&surveyType=Mapping')).indexes).toContain(
      'jobs_open_survey_type_idx',
    );
  });
});

it.each(['text=orthophoto', 'surveyType=Site+Survey', 'minBudget=100', 'deadlineFrom=2030-01-01'])(
  'reads the newest jobs until the page is full for the unselective filter ?%s',
  async (filter) => {
    const { data } = await plansOf(pilot, `${paths.availableJobs()}?${filter}&limit=20`);
    expect(data).toMatchObject({ scanned: [], sorts: false });
    expect(data.indexes).toContain('jobs_open_idx');
  },
);
