import type { Pool } from 'pg';

/** Records every transition of a job to `paid`. */
export const COUNT_PAID = `
  CREATE TABLE paid_marks (job_id integer);
  CREATE FUNCTION mark_paid() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO paid_marks VALUES (NEW.id); RETURN NULL; END $$;
  CREATE TRIGGER mark_paid AFTER UPDATE ON jobs FOR EACH ROW WHEN (NEW.status = 'paid') EXECUTE FUNCTION mark_paid()`;

/** Inserts a completed job. `$1` the client, `$2` the pilot. */
export const POST = `
  INSERT INTO jobs (title, description, survey_type, location, budget, status, client_id, pilot_id, deadline, deadline_has_time)
  VALUES ('Roof inspection', 'Two flat roofs.', 'Mapping', 'Baltimore, MD', 145050, 'completed', $1, $2, now(), false)
  RETURNING id`;

/** Makes a payment older, so that it is due for the sweep. */
export const MAKE_DUE = `UPDATE payments SET created_at = created_at - interval '1 hour' WHERE job_id = $1`;

/** Counts the jobs that are not paid by exactly one payment. */
export const WRONG = `
  SELECT count(*)::int AS count FROM jobs WHERE NOT (status = 'paid' AND ARRAY(
    SELECT status FROM payments WHERE job_id = jobs.id) = ARRAY['completed'])`;

/** Counts the transitions to `paid`. */
export const PAID = 'SELECT count(*)::int AS count FROM paid_marks';

export async function countOf(database: Pool, query: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
}
