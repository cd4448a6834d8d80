import { Client } from 'pg';

export interface ManyJobs {
  /** Client of the jobs. */
  clientId: number;
  /** Pilot of the jobs, in every status. Null leaves the jobs open. */
  pilotId: number | null;
  count: number;
}

// The titles contain their numbers as words of the letters j, k, q and z, which occur nowhere else in these jobs. So each
// letter of such a word narrows a search.
const JOBS = `
  INSERT INTO jobs (title, description, survey_type, location, budget, status, progress, client_id, pilot_id, deadline,
    deadline_has_time)
  SELECT 'Survey ' || n || ' ' || translate(to_hex(n), '0123456789abcdef', 'jkqzjkqzjkqzjkqz'),
    'Orthophoto and elevation model of the entire site, ground sample distance 2 cm per dot, with control points.',
    (ARRAY['Site Survey', 'Property Inspection', 'Crop Analysis', 'Infrastructure', 'Mapping'])[1 + n / 5 % 5],
    (ARRAY['Austin, TX', 'Baltimore, MD', 'Denver, CO', 'Portland, OR'])[1 + n / 7 % 4],
    10050 + n % 5000 * 100,
    CASE WHEN $2::int IS NULL THEN 'pending'
      ELSE (ARRAY['pending', 'in-progress', 'review', 'completed', 'paid'])[1 + n % 5] END,
    CASE WHEN $2::int IS NULL THEN 0 ELSE n % 101 END,
    $1::int, $2::int, now() + n % 1000 * interval '1 day' + interval '1 day', n % 2 = 0
  FROM generate_series(1, $3::int) AS n`;

/** Inserts many jobs in one statement, as if users had posted and accepted them in sequence. */
export async function writeManyJobs(
  databaseUrl: string,
  { clientId, pilotId, count }: ManyJobs,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(JOBS, [clientId, pilotId, count]);
    await client.query('ANALYZE jobs');
  } finally {
    await client.end();
  }
}
