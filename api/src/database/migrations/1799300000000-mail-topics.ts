import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const STATEMENTS = [
  `CREATE TABLE mail_settings (
    user_id integer PRIMARY KEY CONSTRAINT mail_settings_user_id_fkey REFERENCES users ON DELETE CASCADE,
    off text[] NOT NULL DEFAULT '{}',
    unsubscribe_token text NOT NULL CONSTRAINT mail_settings_unsubscribe_token_key UNIQUE
  )`,
  `CREATE TABLE known_devices (
    hash bytea PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT known_devices_user_id_fkey REFERENCES users ON DELETE CASCADE,
    used_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX known_devices_user_id_idx ON known_devices (user_id)`,
  `CREATE INDEX known_devices_used_at_idx ON known_devices (used_at)`,
  `CREATE FUNCTION mail_topic(event job_events) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE event.kind
      WHEN 'accepted' THEN 'job-accepted'
      WHEN 'status' THEN CASE event.after ->> 'status'
        WHEN 'review' THEN 'job-review' WHEN 'completed' THEN 'job-completed' WHEN 'paid' THEN 'job-paid' END
      WHEN 'refund' THEN CASE
        WHEN (event.after ->> 'refundedAmount')::numeric
          > coalesce((event.before ->> 'refundedAmount')::numeric, 0) THEN 'job-refunded' END
      WHEN 'edited' THEN CASE WHEN event.after ? 'budget' THEN 'budget-changed' END
    END
  $$`,
  // Events of the past, which seeds and imports write, cause no mail.
  `CREATE FUNCTION mail_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      topic text := mail_topic(NEW);
    BEGIN
      IF topic IS NULL OR NEW.at < now() - interval '1 hour' THEN
        RETURN NULL;
      END IF;
      INSERT INTO outgoing_mails (kind, user_id, job_id, detail)
        SELECT topic, recipient, NEW.job_id, CASE topic
            WHEN 'job-accepted' THEN jsonb_build_object('pilot', (SELECT name FROM users WHERE users.id = pilot_id))
            WHEN 'budget-changed' THEN
              jsonb_build_object('before', NEW.before ->> 'budget', 'after', NEW.after ->> 'budget')
            WHEN 'job-refunded' THEN jsonb_build_object('amount', ((NEW.after ->> 'refundedAmount')::numeric
              - coalesce((NEW.before ->> 'refundedAmount')::numeric, 0))::text)
            ELSE jsonb_build_object('amount', budget::text) END
        FROM jobs CROSS JOIN LATERAL unnest(CASE topic
            WHEN 'budget-changed' THEN ARRAY[pilot_id]
            WHEN 'job-paid' THEN ARRAY[client_id, pilot_id]
            WHEN 'job-refunded' THEN ARRAY[client_id, pilot_id]
            ELSE ARRAY[client_id] END) AS recipient
        WHERE jobs.id = NEW.job_id AND recipient IS NOT NULL;
      RETURN NULL;
    END
  $$`,
  // The condition spares imports of many rows the call of the function.
  `CREATE TRIGGER job_events_mail AFTER INSERT ON job_events FOR EACH ROW
    WHEN (NEW.kind IN ('accepted', 'status', 'refund', 'edited')) EXECUTE FUNCTION mail_job_event()`,
];

/** Mails the parties of a job its changes, unless they have switched the topic off, and sign-ins from new devices. */
export class MailTopics1799300000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
