import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE FUNCTION event_time(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  $$`,
  // The users of a job are its client, its pilot, and the pilot whom the event concerns. Of a deleted job, only the event
  // names the client. An event of an open job concerns all pilots.
  `CREATE FUNCTION job_change(event job_events) RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object('id', event.id, 'jobId', event.job_id, 'kind', event.kind,
      'updatedAt', event_time(coalesce(jobs.updated_at, event.at)),
      'accounts', to_jsonb(array_remove(ARRAY[jobs.client_id, jobs.pilot_id,
        (coalesce(event.before, event.after) ->> 'pilotId')::integer,
        CASE WHEN jobs.id IS NULL THEN event.actor_id END], NULL)),
      'isOpen', event.kind IN ('accepted', 'withdrawn')
        OR coalesce(jobs.pilot_id IS NULL AND jobs.status = 'pending', false))
    FROM (VALUES (1)) AS one LEFT JOIN jobs ON jobs.id = event.job_id
  $$`,
  // An event that is written again keeps its id, so it must not become the last one that a client has received.
  `CREATE FUNCTION notify_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('job_changes',
        (job_change(NEW) || CASE TG_OP WHEN 'UPDATE' THEN '{"id": null}'::jsonb ELSE '{}'::jsonb END)::text);
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER job_events_notify AFTER INSERT OR UPDATE ON job_events
    FOR EACH ROW EXECUTE FUNCTION notify_job_event()`,
  `CREATE FUNCTION notify_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('session_ends', OLD.user_id::text);
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER sessions_notify_end AFTER DELETE ON sessions
    FOR EACH ROW EXECUTE FUNCTION notify_session_end()`,
];

/** Notifies the processes of the API of changes of jobs and of ended sessions, in the transactions that write them. */
export class NotifyChanges1798700000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
