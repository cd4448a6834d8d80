import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@dps/contract';
import { startMailbox, type Mailbox } from '@dps/mailbox';
import { PgBoss } from 'pg-boss';
import { createAccount } from '../../scripts/stress/account.ts';
import { QUEUE_NAMES, QUEUE_SCHEMA, type QueueName } from '../../src/platform/background/queues.ts';
import { sendJob } from '../../src/platform/background/send-job.ts';
import { createTestBed, untilDisconnected, untilState, type TestBed } from './support/test-bed.ts';

/** The check of the ledger changes nothing, and `share-crash.spec.ts` interrupts the calls of the provider. */
const ELSEWHERE = ['ledger-check', 'pilot-transfer', 'payout', 'payouts'] as const satisfies QueueName[];
type ChangingQueue = Exclude<QueueName, (typeof ELSEWHERE)[number]>;
const CHANGING = QUEUE_NAMES.filter(
  (name): name is ChangingQueue => !ELSEWHERE.some((other) => other === name),
);

/** A job that is interrupted. Its statements are SQL; `$1` is the id of the account. */
interface Interruption {
  /** Writes the cause, and returns the row of the job as `id`; 0 for the job of a schedule. */
  cause: string;
  /** A table that the handler changes in the middle of its work. */
  locks: string;
  /** Returns `state`, which is first `before`, and then `after` if the work is done once. */
  state: string;
  before: string;
  after: string;
}

/** Inserts a user with a confirmed address, whose account may be deleted. */
const newUser = (name: string, role: Role) => `
  INSERT INTO users (username, name, email, email_confirmed_at, password_hash, role, deletes_at)
  VALUES ('${name}', '${name}', '${name}@surveys.example', now(), 'x', '${role}', now()) RETURNING id`;

/** The deadline of a reminder. */
const TOMORROW = `date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '36 hours'`;

/** SQL: the bytes of a flight log of two positions. */
const FLIGHT_LOG = `convert_to(
  E'time(millisecond),datetime(utc),latitude,longitude,height_above_takeoff(feet)\\n0,2026-11-02 15:04:05,39.28,-76.6,0\\n9000,2026-11-02 15:04:14,39.2801,-76.6,9\\n', 'UTF8')`;

const INTERRUPTIONS = {
  'payment-sweep': {
    cause: `WITH job AS (
        INSERT INTO jobs (title, description, survey_type, location, budget, client_id, deadline, deadline_has_time)
        VALUES ('Due', 'Text', 'Mapping', 'Here', 100, $1, now(), true) RETURNING id
      ), payment AS (
        INSERT INTO payments (job_id, provider, amount, status, transaction_id, created_at)
        SELECT id, 'stripe', 100, 'pending', 'pi_1', now() - interval '1 hour' FROM job
      ) SELECT 0 AS id`,
    locks: 'payments',
    state: `SELECT checks::text AS state FROM payments WHERE transaction_id = 'pi_1'`,
    before: '0',
    after: '1',
  },
  'content-sweep': {
    cause: `WITH content AS (
        INSERT INTO unclaimed_contents (content_key, content_store) VALUES (gen_random_uuid(), 'database')
      ) SELECT 0 AS id`,
    locks: 'unclaimed_contents',
    state: `SELECT count(*)::text AS state FROM unclaimed_contents WHERE claimable_until IS NULL`,
    before: '1',
    after: '0',
  },
  mail: {
    // The sign-up has written the mail with the link that confirms the address.
    cause: 'SELECT id FROM outgoing_mails WHERE user_id = $1',
    locks: 'outgoing_mails',
    state: `SELECT (sent_at IS NOT NULL)::text AS state FROM outgoing_mails WHERE kind = 'email-confirmation'`,
    before: 'false',
    after: 'true',
  },
  'deadline-reminders': {
    cause: `WITH client AS (${newUser('reminded-client', 'client')}), pilot AS (${newUser('reminded-pilot', 'pilot')}), job AS (
        INSERT INTO jobs (title, description, survey_type, location, budget, client_id, pilot_id, deadline, deadline_has_time)
        SELECT 'Roof', 'Text', 'Mapping', 'Here', 100, client.id, pilot.id, ${TOMORROW}, true FROM client, pilot
      ) SELECT 0 AS id`,
    locks: 'outgoing_mails',
    state: `SELECT count(*)::text AS state FROM outgoing_mails WHERE kind = 'deadline-tomorrow'`,
    before: '0',
    after: '2',
  },
  'end-requests': {
    cause: `WITH client AS (${newUser('ending-client', 'client')}), pilot AS (${newUser('ending-pilot', 'pilot')}), job AS (
        INSERT INTO jobs (title, description, survey_type, location, budget, status, client_id, pilot_id, deadline, deadline_has_time,
          end_requested_at)
        SELECT 'Ended', 'Text', 'Mapping', 'Here', 100, 'in-progress', client.id, pilot.id, now(), true, now() - interval '4 days'
        FROM client, pilot
      ) SELECT 0 AS id`,
    locks: 'job_events',
    state: `SELECT status AS state FROM jobs WHERE title = 'Ended'`,
    before: 'in-progress',
    after: 'pending',
  },
  'read-flight-log': {
    cause: `WITH client AS (${newUser('flown-client', 'client')}), pilot AS (${newUser('flown-pilot', 'pilot')}), job AS (
        INSERT INTO jobs (title, description, survey_type, location, budget, client_id, pilot_id, deadline, deadline_has_time)
        SELECT 'Flown', 'Text', 'Mapping', 'Here', 100, client.id, pilot.id, now(), true FROM client, pilot RETURNING id, pilot_id
      ), record AS (
        INSERT INTO flight_data (job_id, pilot_id, flight_number, duration, log)
        SELECT id, pilot_id, 'FL-1', 1, '{"state": "checking", "refusal": null, "fileName": "flight.csv", "sha256": null}'::jsonb
        FROM job RETURNING id, job_id, pilot_id
      ), content AS (
        INSERT INTO content_parts (content_key, part, content) VALUES (gen_random_uuid(), 0, ${FLIGHT_LOG})
        RETURNING content_key, content
      ), hashes AS (
        INSERT INTO content_hashes (content_key, content_sha256, block_hashes)
        SELECT content_key, sha256(content), sha256(content) FROM content
      ), file AS (
        INSERT INTO job_files (job_id, purpose, record_id, uploaded_by, file_name, file_type, media_type, file_size, file_modified_at, received_bytes, completed_at)
        SELECT job_id, 'flight-log', record.id, pilot_id, 'flight.csv', 'flight-log', 'application/octet-stream', length(content), now(), length(content), now()
        FROM record, content RETURNING id
      ), part AS (
        INSERT INTO job_file_parts (file_id, part, size, content_store, content_key, content_sha256)
        SELECT id, 1, length(content), 'database', content_key, sha256(content) FROM file, content
      ) SELECT id FROM record`,
    locks: 'flight_tracks',
    state: `SELECT (log ->> 'state') || ' ' || (SELECT count(*) FROM flight_tracks) || ' ' ||
        (SELECT count(*) FROM job_events WHERE kind = 'flight-log') AS state FROM flight_data`,
    before: 'checking 0 0',
    after: 'read 1 1',
  },
  'data-export': {
    cause: `WITH owner AS (${newUser('owner', 'client')})
      INSERT INTO data_exports (user_id, expires_at) SELECT id, now() + interval '1 day' FROM owner RETURNING id`,
    // The first part of the file is a new content.
    locks: 'unclaimed_contents',
    state: `SELECT (completed_at IS NOT NULL)::text || ' ' || (SELECT count(*) FROM data_export_parts) || ' ' ||
        (SELECT count(*) FROM outgoing_mails WHERE kind = 'export-ready') AS state FROM data_exports`,
    before: 'false 0 0',
    after: 'true 1 1',
  },
  'account-deletion': {
    cause: `WITH leaving AS (
        ${newUser('leaving', 'client')}
      ), feed AS (
        INSERT INTO calendar_feeds (user_id, token) SELECT id, 'feed' FROM leaving
      ) SELECT id FROM leaving`,
    locks: 'calendar_feeds',
    state: `SELECT name || ' ' || (SELECT count(*) FROM calendar_feeds) || ' ' ||
        (SELECT count(*) FROM audit_events WHERE action = 'account.deleted') AS state
      FROM users WHERE username = 'leaving' OR deleted_at IS NOT NULL`,
    before: 'leaving 1 0',
    after: 'Deleted user 0 1',
  },
  'old-jobs': {
    cause: `WITH events AS (
        INSERT INTO job_events (job_id, kind, at, before) VALUES (1000000, 'withdrawn', now() - interval '1 year', '{}')
      ) SELECT 0 AS id`,
    locks: 'job_events',
    state: `SELECT count(*)::text AS state FROM job_events WHERE job_id = 1000000`,
    before: '1',
    after: '0',
  },
  housekeeping: {
    cause: `WITH expired AS (
        INSERT INTO rate_limits (key, hits, resets_at) VALUES ('expired', 1, now())
      ) SELECT 0 AS id`,
    locks: 'rate_limits',
    state: `SELECT count(*)::text AS state FROM rate_limits WHERE key = 'expired'`,
    before: '1',
    after: '0',
  },
} as const satisfies Record<ChangingQueue, Interruption>;

/** The mails that the jobs send and write. */
const SUBJECTS = [
  'Assignment ended: Ended',
  'Assignment ended: Ended',
  'Confirm your email address',
  'Due tomorrow: Roof',
  'Due tomorrow: Roof',
  'Your account is deleted',
  'Your data is ready to download',
];

/** Counts the statements that wait for a lock. */
const BLOCKED = `
  SELECT count(*)::text AS state FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'dps-api'`;

const DISCONNECT = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'dps-api%'`;

/** As a minute later: the process no longer reports that its jobs run. */
const LATER = `UPDATE pgboss.job SET heartbeat_on = now() - interval '1 minute' WHERE state = 'active'`;

let testBed: TestBed;
let mailbox: Mailbox;
const folder = mkdtempSync(join(tmpdir(), 'api-mailbox-'));
beforeAll(async () => {
  testBed = await createTestBed();
  mailbox = await startMailbox({ folder });
});
afterAll(async () => {
  await testBed.close();
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

const start = (environment: Record<string, string> = {}) =>
  testBed.start({ SMTP_URL: mailbox.smtpUrl, MAIL_FROM: 'mail@surveys.example', ...environment });

/** Reads a state of the database. */
async function read(statement: string): Promise<string> {
  const [row] = await testBed.database.query<{ state: string }[]>(statement);
  return row?.state ?? 'none';
}

/** Repeats the jobs of a process that has ended, as the other processes do after some time. */
async function recoverJobs(): Promise<void> {
  const boss = new PgBoss({
    connectionString: testBed.adminUrl,
    schema: QUEUE_SCHEMA,
    migrate: false,
    schedule: false,
    supervise: false,
  });
  await boss.start();
  await testBed.database.query(LATER);
  await testBed.database.query('UPDATE pgboss.queue SET monitor_on = NULL');
  await boss.supervise();
  await boss.stop();
  await testBed.database.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
}

const statesOf = async (): Promise<Record<string, string>> => {
  const states: Record<string, string> = {};
  for (const name of CHANGING) states[name] = await read(INTERRUPTIONS[name].state);
  return states;
};
const expected = (when: 'before' | 'after') =>
  Object.fromEntries(CHANGING.map((name) => [name, INTERRUPTIONS[name][when]]));

it('[DATA-11, DATA-23] a process that is killed during all kinds of jobs does nothing by halves, and the next one does each once', async () => {
  const { database } = testBed;
  const server = await start({ BACKGROUND_WORK: 'false' });
  const { id: accountId } = await createAccount(server, 'client');
  await server.end();
  for (const name of CHANGING) {
    const { cause } = INTERRUPTIONS[name];
    const [row] = await database.query<{ id: number }[]>(cause, cause.includes('$1') ? [accountId] : []);
    await sendJob(database.manager, name, row?.id ?? 0);
  }
  expect(await statesOf()).toEqual(expected('before'));

  const runner = database.createQueryRunner();
  await runner.startTransaction();
  for (const name of CHANGING)
    await runner.query(`LOCK TABLE ${INTERRUPTIONS[name].locks} IN EXCLUSIVE MODE`);
  const killed = await start();
  await untilState(() => read(BLOCKED), String(CHANGING.length));
  killed.signal('SIGKILL');
  expect(await killed.ended).toEqual({ code: null, signal: 'SIGKILL' });
  // Otherwise the database completes the statements that wait.
  await database.query(DISCONNECT);
  await untilDisconnected(testBed);
  await runner.rollbackTransaction();
  await runner.release();
  expect(await statesOf()).toEqual(expected('before'));

  await recoverJobs();
  await start();
  await untilState(async () => JSON.stringify(await statesOf()), JSON.stringify(expected('after')));
  await untilState(async () => String((await mailbox.mails()).length), String(SUBJECTS.length));
  const subjects = (await mailbox.mails()).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(SUBJECTS);
});
