import type { DataSource } from 'typeorm';
import { paths } from '@dps/contract';
import { commandDataSource } from '../src/database/command-data-source.ts';
import { planOf, type QueryPlan } from './support/query-plan.ts';
import { startServer, type TestServer } from './support/server.ts';
import { statementsDuring, type Statement } from './support/statements.ts';
import { createUser, type TestUser } from './support/users.ts';

const JOBS = 4_000;
const MESSAGES = 10_000;

/** A conversation about each job, with two messages of the pilot and a file. The first one has 10,000 messages. */
const FILL = [
  `INSERT INTO users (username, email, password_hash, role, name)
   SELECT 'u' || n, 'u' || n || '@example.com', 'x', CASE WHEN n % 2 = 0 THEN 'pilot' ELSE 'client' END, 'User ' || n
   FROM generate_series(1, 500) AS n`,
  `INSERT INTO jobs (title, description, survey_type, location, budget, status, client_id, pilot_id, deadline,
     deadline_has_time)
   SELECT 'Survey ' || n, 'Report', 'Mapping', 'Austin, TX', 10000, 'in-progress', client.id, pilot.id, now(), false
   FROM generate_series(1, ${JOBS}) AS n
   JOIN users AS client ON client.username = 'u' || (n % 250 * 2 + 1)
   JOIN users AS pilot ON pilot.username = 'u' || (n % 250 * 2 + 2)`,
  'INSERT INTO threads (job_id, pilot_id) SELECT id, pilot_id FROM jobs ORDER BY id',
  `INSERT INTO messages (thread_id, sender_id, text)
   SELECT threads.id, pilot_id, 'Hello' FROM threads, generate_series(1, 2)
   UNION ALL SELECT threads.id, pilot_id, 'Hello' FROM threads, generate_series(1, ${MESSAGES})
   WHERE threads.id = (SELECT min(id) FROM threads)`,
  'UPDATE messages SET read_at = now() WHERE id % 2 = 0 OR thread_id % 2 = 0',
  `INSERT INTO job_files (job_id, purpose, message_id, file_name, file_type, media_type, file_size, uploaded_by,
     file_modified_at, completed_at)
   SELECT job_id, 'message', messages.id, 'plan.pdf', 'pdf', 'application/pdf', 9, sender_id, now(), now()
   FROM messages JOIN threads ON threads.id = thread_id WHERE messages.id % 2 = 0`,
];

/** Gives the first 1,000 jobs to the client `$1`. */
const GIVE_JOBS = 'UPDATE jobs SET client_id = $1 WHERE id < (SELECT min(id) + 1000 FROM jobs)';

const ADD_MEMBERS = `
  INSERT INTO thread_members (thread_id, user_id, unread, last_message_id)
  SELECT threads.id, member,
    (SELECT count(*) FROM messages WHERE thread_id = threads.id AND read_at IS NULL AND sender_id <> member),
    (SELECT max(id) FROM messages WHERE thread_id = threads.id)
  FROM threads JOIN jobs ON jobs.id = job_id, unnest(ARRAY[client_id, threads.pilot_id]) AS member`;

let server: TestServer;
let database: DataSource;
let owner: TestUser;
beforeAll(async () => {
  server = await startServer();
  database = await commandDataSource(server.adminUrl).initialize();
  owner = await createUser(server, 'client');
  await database.transaction(async (manager) => {
    // The replica role disables the triggers and the checks of foreign keys.
    await manager.query('SET LOCAL session_replication_role = replica');
    for (const statement of FILL) await manager.query(statement);
    await manager.query(GIVE_JOBS, [owner.user.id]);
    await manager.query(ADD_MEMBERS);
  });
  await database.query('VACUUM ANALYZE');
});
afterAll(async () => {
  await database.destroy();
  await server.close();
});

/** Reads a page of 20. Returns the plan of the one statement after that of the session. */
async function planOfPage(path: string): Promise<QueryPlan> {
  const [, statement, ...more] = await statementsDuring(async () => {
    const { status, body } = await owner.client.get(path);
    expect({ status, body }).toEqual({ status: 200, body: expect.any(Array) });
    expect(body).toHaveLength(20);
  });
  expect(more).toEqual([]);
  return planOf(database, found(statement));
}

function found(statement: Statement | undefined): Statement {
  if (!statement) throw new Error('Expected a statement');
  return statement;
}

/** The conversation with 10,000 messages, and the id of one in their middle. */
async function longThread() {
  const [row] = await database.query<{ jobId: number; pilotId: number; middle: number }[]>(
    `SELECT job_id AS "jobId", pilot_id AS "pilotId", (SELECT max(id) - 5000 FROM messages) AS middle
     FROM threads ORDER BY id LIMIT 1`,
  );
  return row ?? { jobId: 0, pilotId: 0, middle: 0 };
}

const MESSAGE_INDEXES = [
  'job_files_message_id_idx',
  'jobs_pkey',
  'messages_thread_id_idx',
  'threads_job_id_pilot_id_key',
];

it.each(['', '&after=1-2000000', '&after=0-2000000'])(
  '[MESSAGE-16] a page of 1,000 conversations uses one index scan without a sort: ?limit=20%s',
  async (page) => {
    expect(await planOfPage(`${paths.threads()}?limit=20${page}`)).toEqual({
      indexes: [
        'job_files_message_id_idx',
        'jobs_pkey',
        'messages_pkey',
        'thread_members_list_idx',
        'thread_members_pkey',
        'threads_pkey',
        'users_deleted_idx',
        'users_pkey',
      ],
      scanned: [],
      sorts: false,
    });
  },
);

it('[MESSAGE-16] the unread conversations are counted from the index of the list', async () => {
  const [, statement] = await statementsDuring(() => owner.client.get(paths.unreadThreads()));
  const plan = await planOf(database, found(statement));
  expect(plan).toEqual({ indexes: ['thread_members_list_idx'], scanned: [], sorts: false });
});

it('[MESSAGE-16] a page of 10,000 messages is read from their index, and so are those to mark as read', async () => {
  const { jobId, pilotId, middle } = await longThread();
  for (const page of ['', `&after=${middle}`]) {
    const plan = await planOfPage(`${paths.messages(jobId, pilotId)}?limit=20${page}`);
    expect(plan).toMatchObject({ indexes: MESSAGE_INDEXES, scanned: [] });
  }
  const sent = await statementsDuring(async () => {
    const response = await owner.client.post(paths.readMessages(jobId, pilotId), { upTo: middle });
    expect(response.status).toBe(204);
  });
  const plan = await planOf(database, found(sent.find(({ text }) => text.includes('UPDATE messages'))));
  expect(plan.scanned).toEqual([]);
  expect(plan.indexes).toContain('messages_unread_idx');
});
