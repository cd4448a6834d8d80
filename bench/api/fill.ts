import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@dps/contract';
import type { Client } from 'pg';
import { withClient } from '../run/accounts.ts';

const USERS = `
  INSERT INTO users (username, email, password_hash, role, name)
  SELECT 'user' || n, 'user' || n || '@example.com', 'none', CASE WHEN n % 2 = 0 THEN 'pilot' ELSE 'client' END,
    'User number ' || n
  FROM generate_series(1, 2000) AS n`;

// Every fifth job is open. Users, types, locations, points and deadlines are spread evenly. The points are those of 1,000 towns.
const JOBS = `
  INSERT INTO jobs (title, description, survey_type, location, latitude, longitude, place, budget, status, client_id, pilot_id, deadline,
    deadline_has_time)
  SELECT 'Survey of site ' || n || ' ' || left(md5(n::text), 6),
    'Orthophoto and elevation model of the entire site, ground sample distance 2 cm per pixel, with control points. '
      || 'The report is due within a week of the flight. Reference ' || md5(n::text) || '.',
    (ARRAY['Site Survey', 'Property Inspection', 'Crop Analysis', 'Infrastructure', 'Mapping'])[1 + n / 5 % 5],
    (ARRAY['Austin, TX', 'Baltimore, MD', 'Denver, CO', 'Portland, OR'])[1 + n / 7 % 4],
    30 + n / 5 % 40 * 0.45, -120 + n / 200 % 25 * 2.0, 'Town ' || n / 5 % 1000,
    10050 + n % 5000 * 100,
    CASE WHEN n % 5 = 0 THEN 'pending' ELSE (ARRAY['in-progress', 'review', 'completed', 'paid'])[n % 5] END,
    1 + n % 1000 * 2, CASE WHEN n % 5 <> 0 THEN 2 + n % 1000 * 2 END,
    timestamptz '2030-01-01 00:00Z' + n % 1000 * interval '1 day', n % 2 = 0
  FROM generate_series(1, $1::int) AS n`;

/** Records of the job that the detail call reads: two flights, two attachments and a payment. */
const RECORDS = [
  `INSERT INTO flight_data (job_id, pilot_id, flight_number, duration, altitude, coverage_area, resolution, notes)
   SELECT id, pilot_id, 'FL-00' || n, 30 + n, '400 ft', '10 acres', '2cm/pixel', 'Light wind from the west'
   FROM jobs, generate_series(1, 2) AS n WHERE id = $1`,
  `INSERT INTO job_files (job_id, purpose, file_name, file_type, media_type, file_size, uploaded_by,
     file_modified_at, completed_at)
   SELECT id, 'attachment', 'site-plan-' || n || '.pdf', 'pdf', 'application/pdf', 100000 + n, client_id, now(), now()
   FROM jobs, generate_series(1, 2) AS n WHERE id = $1`,
  `INSERT INTO payments (job_id, provider, status, amount, transaction_id)
   SELECT id, 'stripe', 'pending', budget, 'pi_measured' FROM jobs WHERE id = $1`,
];

export interface Filled {
  /** Session cookie of the pilot who is assigned to the job. */
  cookie: string;
  pilotId: number;
  /** Session cookie of the job's client. */
  clientCookie: string;
  jobId: number;
}

/** Creates a session and returns its cookie. */
async function startSession(client: Client, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), userId],
  );
  return `${SESSION_COOKIE}=${token}`;
}

/** Writes `jobs` jobs, and sessions of the two users of one of them, to an empty database. */
export async function fillDatabase(databaseUrl: string, jobs: number): Promise<Filled> {
  process.stdout.write(`Writing ${jobs.toLocaleString('en-US')} jobs …\n`);
  // A job in review: only these have a pending payment.
  const jobId = jobs - (jobs % 5) - 3;
  return withClient(databaseUrl, async (client) => {
    // Skips foreign key checks. The indexes are created again after the inserts.
    await client.query(`SET session_replication_role = 'replica'`);
    await client.query(USERS);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
       WHERE tablename = 'jobs' AND indexname <> 'jobs_pkey'`,
    );
    for (const index of indexes) await client.query(`DROP INDEX ${index.name}`);
    await client.query(JOBS, [jobs]);
    for (const index of indexes) await client.query(index.definition);
    for (const statement of RECORDS) await client.query(statement, [jobId]);
    const { rows } = await client.query<{ pilotId: number; clientId: number }>(
      'SELECT pilot_id AS "pilotId", client_id AS "clientId" FROM jobs WHERE id = $1',
      [jobId],
    );
    const [job] = rows;
    if (!job) throw new Error(`There is no job ${jobId}`);
    const cookie = await startSession(client, job.pilotId);
    const clientCookie = await startSession(client, job.clientId);
    await client.query('VACUUM ANALYZE');
    return { cookie, pilotId: job.pilotId, clientCookie, jobId };
  });
}
