import type { DataSource } from 'typeorm';
import { paths } from '@dps/contract';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { createUser, type TestUser } from './support/users.ts';
import { planOf, type QueryPlan } from './support/query-plan.ts';
import { startServer, type TestServer } from './support/server.ts';
import { statementsDuring } from './support/statements.ts';

const USERS = 500;
const JOBS = 20_000;

/** The indexes of a payment with the status of its share. */
const OF_PAYMENT = [
  'payments_job_id_idx',
  'payout_accounts_pkey',
  'payouts_pkey',
  'pilot_transfers_payment_id_number_key',
];

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
  `INSERT INTO jobs (title, description, survey_type, location, latitude, longitude, budget, status,
     client_id, pilot_id, deadline, deadline_has_time)
   SELECT 'Survey ' || md5(n::text), 'Report and orthophoto within a week.',
     CASE WHEN n % 500 = 0 THEN 'Mapping' ELSE 'Site Survey' END, 'Austin, TX',
     30 + n % 40 * 0.45, -120 + n / 40 % 25 * 2.0, 10000 + (n * 7919 % ${JOBS}) * 10,
     CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'completed' END, client.id, CASE WHEN n % 2 = 1 THEN pilot.id END,
     timestamptz '2030-01-01 00:00Z' + (n * 6007 % 1000) * interval '1 day', false
   FROM generate_series(1, ${JOBS}) AS n
   JOIN users AS client ON client.username = 'u' || (n % 250 * 2 + 1)
   JOIN users AS pilot ON pilot.username = 'u' || (n % 250 * 2 + 2)`,
  `INSERT INTO job_events (job_id, actor_id, kind, at)
   SELECT id, client_id, 'posted', now() FROM jobs
   UNION ALL SELECT id, pilot_id, 'accepted', now() FROM jobs WHERE pilot_id IS NOT NULL`,
  `INSERT INTO job_files (job_id, purpose, file_name, file_type, media_type, file_size, uploaded_by,
     file_modified_at, completed_at)
   SELECT id, 'attachment', 'plan.pdf', 'pdf', 'application/pdf', 9, client_id, now(), now() FROM jobs`,
  `INSERT INTO flight_data (job_id, pilot_id, flight_number, duration)
   SELECT id, pilot_id, 'FL-001', 30 FROM jobs WHERE pilot_id IS NOT NULL`,
  `INSERT INTO payments (job_id, provider, status, amount, transaction_id)
   SELECT id, 'manual', 'completed', budget, 'manual:' || id FROM jobs WHERE pilot_id IS NOT NULL`,
  `INSERT INTO payout_accounts (user_id, account_id, state) SELECT id, 'acct_' || id, 'ready' FROM users`,
  `INSERT INTO payouts (pilot_id, week, amount_cents)
   SELECT id, date '2026-01-02' + 7 * n, 100 FROM users, generate_series(1, 25) AS n WHERE role = 'pilot'`,
  `INSERT INTO pilot_transfers (payment_id, job_id, pilot_id, amount_cents, status, payout_id)
   SELECT payments.id, job_id, jobs.pilot_id, 100, 'transferred', payouts.id FROM payments JOIN jobs ON jobs.id = job_id
     JOIN payouts ON payouts.pilot_id = jobs.pilot_id AND payouts.week = date '2026-01-02' + 7 * (job_id % 25 + 1)`,
  `INSERT INTO ledger_entries (movement, kind, account, amount, payment_id, job_id, user_id)
   SELECT concat_ws(':', 'payout', payout_id, payment_id), 'payout', account, 100, payment_id, job_id, pilot_id
   FROM pilot_transfers, unnest(ARRAY['payout-account', 'bank']) AS account`,
];

/** SQL: gives 30 rows with a pilot to the pilot `$1`. */
const giveRows = (table: string) => `
  UPDATE ${table} SET pilot_id = $1
  WHERE id IN (SELECT id FROM ${table} WHERE pilot_id IS NOT NULL ORDER BY id LIMIT 30)`;

/** Inserts the rows before it builds the text indexes, which is much faster than index updates per row. */
async function fill(): Promise<void> {
  const indexes = await database.query<{ name: string; definition: string }[]>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE indexname IN ('jobs_open_text_idx', 'jobs_open_position_idx')`,
  );
  for (const { name } of indexes) await database.query(`DROP INDEX ${name}`);
  // The replica role disables the triggers, which run row by row, and the checks of foreign keys.
  await database.transaction(async (manager) => {
    await manager.query('SET LOCAL session_replication_role = replica');
    for (const statement of FILL) await manager.query(statement);
    for (const table of ['jobs', 'flight_data']) await manager.query(giveRows(table), [pilot.user.id]);
    await manager.query('UPDATE jobs SET client_id = $2 WHERE pilot_id = $1', [pilot.user.id, owner.user.id]);
  });
  for (const { definition } of indexes) await database.query(definition);
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

/** Makes a call. Returns its body and the statements after that of the session. */
async function read(testUser: TestUser, path: string) {
  let body: unknown;
  const [session, ...data] = await statementsDuring(async () => {
    const response = await testUser.client.get(path);
    expect(response.status).toBe(200);
    ({ body } = response);
  });
  if (!session) throw new Error('Expected the statement of the session');
  return { body, session, data };
}

/** The plan of the last statement of a call, after that of the session and, of a search, that of the clients' names. */
async function planOfCall(testUser: TestUser, path: string): Promise<QueryPlan> {
  const statement = (await read(testUser, path)).data.at(-1);
  if (!statement) throw new Error('Expected a statement');
  return planOf(database, statement);
}

describe('a list of 20 rows uses one index scan without a sort:', () => {
  it.each<[string, string[], () => [TestUser, string]]>([
    [
      'available jobs',
      ['jobs_of_client_idx', 'jobs_open_idx', 'jobs_paid_client_id_idx', 'users_pkey'],
      () => [pilot, paths.availableJobs()],
    ],
    ["a pilot's jobs", ['jobs_of_pilot_idx', 'users_pkey'], () => [pilot, paths.pilotJobs(pilot.user.id)]],
    ["a client's jobs", ['jobs_of_client_idx', 'users_pkey'], () => [owner, paths.clientJobs(owner.user.id)]],
    [
      "a pilot's flights",
      [
        'flight_data_log_sha256_idx',
        'flight_data_pilot_id_idx',
        'flight_data_started_at_idx',
        'job_events_job_id_idx',
        'jobs_pkey',
      ],
      () => [pilot, paths.pilotFlightRecords(pilot.user.id)],
    ],
    ["a pilot's payments", ['jobs_of_pilot_idx', ...OF_PAYMENT], () => [pilot, paths.payments()]],
    ["a client's payments", ['jobs_of_client_idx', ...OF_PAYMENT], () => [owner, paths.payments()]],
  ])('%s', async (_list, indexes, call) => {
    const [testUser, path] = call();
    const { body, session, data } = await read(testUser, `${path}?limit=20`);
    expect(body).toHaveLength(20);
    const plans = await Promise.all(data.map((statement) => planOf(database, statement)));
    expect(plans).toEqual([{ indexes, scanned: [], sorts: false }]);
    const sessionPlan = { indexes: ['sessions_pkey', 'users_pkey'], scanned: [], sorts: false };
    expect(await planOf(database, session)).toEqual(sessionPlan);
  });
});

it('adds up what an account uses from the indexes of its rows', async () => {
  const { data } = await read(owner, paths.quotas());
  const plans = await Promise.all(data.map((statement) => planOf(database, statement)));
  expect(plans.flatMap(({ indexes }) => indexes)).toEqual(
    expect.arrayContaining(['jobs_unassigned_client_id_idx', 'job_files_uploaded_by_idx']),
  );
});

it('reads a job and its related rows from indexes', async () => {
  const [job] = await database.query<{ id: number }[]>(`SELECT id FROM jobs WHERE pilot_id IS NULL LIMIT 1`);
  const { scanned, indexes } = await planOfCall(pilot, paths.job(job?.id ?? 0));
  expect(scanned).toEqual([]);
  expect(indexes).toEqual([
    'flight_data_job_id_idx',
    'flight_data_log_sha256_idx',
    'flight_data_started_at_idx',
    'job_events_job_id_idx',
    'job_files_job_id_idx',
    'jobs_pkey',
    ...OF_PAYMENT,
    'users_pkey',
  ]);
});

it("reads a pilot's payouts and balance from indexes", async () => {
  const list = await planOfCall(pilot, paths.payouts());
  expect(list.scanned).toEqual([]);
  expect(list.indexes).toEqual(['jobs_pkey', 'ledger_entries_user_id_idx', 'payouts_pilot_id_id_idx']);
  expect((await planOfCall(pilot, paths.payoutBalance())).scanned).toEqual([]);
});

it("reads a job's history from the index of its events, without a sort", async () => {
  const own = 'SELECT id FROM jobs WHERE pilot_id = $1 LIMIT 1';
  const [job] = await database.query<{ id: number }[]>(own, [pilot.user.id]);
  for (const reader of [owner, pilot]) {
    const { data } = await read(reader, `${paths.jobEvents(job?.id ?? 0)}?limit=20`);
    const history = data.find(({ text }) => text.includes('FROM job_events'));
    if (!history) throw new Error('Expected the statement of the history');
    const indexes = ['job_events_job_id_idx', 'users_pkey'];
    expect(await planOf(database, history)).toEqual({ indexes, scanned: [], sorts: false });
  }
});

describe('a selective filter uses its own index:', () => {
  it.each([
    ['text=c4ca4238a0b9', 'jobs_open_text_idx'],
    ['text=zq', 'jobs_open_text_idx'],
    ['text=%D0%B6', 'jobs_open_text_idx'],
    ['text=z', 'jobs_open_text_idx'],
    ['text=TX&surveyType=Mapping', 'jobs_open_survey_type_idx'],
    ['surveyType=Mapping', 'jobs_open_survey_type_idx'],
    ['minBudget=150&maxBudget=150.5', 'jobs_open_budget_idx'],
    ['deadlineFrom=2030-03-01&deadlineTo=2030-03-01', 'jobs_open_deadline_idx'],
    ['text=c4ca4238a0b9&surveyType=Site+Survey&minBudget=150', 'jobs_open_text_idx'],
    ['text=orthophoto&surveyType=Mapping', 'jobs_open_survey_type_idx'],
  ])('%s', async (filter, index) => {
    const data = await planOfCall(pilot, `${paths.availableJobs()}?${filter}&limit=20`);
    expect(data.indexes).toContain(index);
    expect(data.scanned).toEqual([]);
    const facets = await planOfCall(pilot, `${paths.availableJobsFacets()}?${filter}`);
    expect(facets.indexes).toEqual(expect.arrayContaining([index, 'jobs_open_survey_type_idx']));
    expect(facets.scanned).toEqual([]);
  });
});

it.each([
  '',
  'text=orthophoto',
  'text=TX',
  'text=s',
  'surveyType=Site+Survey',
  'minBudget=100',
  'deadlineFrom=2030-01-01',
])('reads the newest jobs until the page is full for the unselective filter ?%s', async (filter) => {
  const data = await planOfCall(pilot, `${paths.availableJobs()}?${filter}&limit=20`);
  expect(data).toMatchObject({ scanned: [], sorts: false });
  expect(data.indexes).toContain('jobs_open_idx');
  const facets = await planOfCall(pilot, `${paths.availableJobsFacets()}?${filter}`);
  expect(facets.scanned).toEqual([]);
});

it.each([
  ['deadline', '1900000000000-1'],
  ['budget', '50000000-1'],
])('reads the first jobs by %s from its index, on the first page and on later ones', async (sort, after) => {
  for (const page of ['', `&after=${after}`]) {
    const data = await planOfCall(pilot, `${paths.availableJobs()}?sort=${sort}&limit=20${page}`);
    expect(data).toMatchObject({ scanned: [], sorts: false });
    expect(data.indexes).toContain(`jobs_open_${sort}_idx`);
  }
});

describe('with a base', () => {
  beforeAll(() =>
    database.query('UPDATE users SET base_latitude = 39, base_longitude = -100 WHERE id = $1', [
      pilot.user.id,
    ]),
  );

  it('reads the nearest jobs from their index, on the first page and on later ones', async () => {
    for (const page of ['', '&after=4644001290001-9000']) {
      const data = await planOfCall(pilot, `${paths.availableJobs()}?sort=distance&limit=20${page}`);
      // Only jobs at the same distance are sorted.
      expect(data).toMatchObject({ scanned: [], sorts: false });
      expect(data.indexes).toContain('jobs_open_position_idx');
    }
  });

  it.each([
    ['within=30', 'jobs_open_place_idx'],
    ['within=30&sort=budget', 'jobs_open_place_idx'],
    ['within=30&text=orthophoto', 'jobs_open_place_idx'],
    ['within=2000', 'jobs_open_idx'],
    ['within=2000&surveyType=Mapping', 'jobs_open_survey_type_idx'],
    ['within=2000&sort=distance', 'jobs_open_position_idx'],
  ])('?%s uses the index of its selective part', async (query, index) => {
    const data = await planOfCall(pilot, `${paths.availableJobs()}?${query}&limit=20`);
    expect(data.indexes).toContain(index);
    expect(data.scanned).toEqual([]);
  });
});
