import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.ts';
import { ForwardMigration } from '../forward-migration.ts';

// The change has locked its row of jobs or payments, so changes of one job and topic do not run side by side. An update that waits
// for the lease of a mail then finds it leased, and another mail is written.
const MAIL_JOB_EVENT = `
  CREATE OR REPLACE FUNCTION mail_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      topic text := mail_topic(NEW);
      mail record;
    BEGIN
      IF topic IS NULL OR NEW.at < now() - interval '1 hour' THEN
        RETURN NULL;
      END IF;
      FOR mail IN
        SELECT recipient, CASE topic
            -- The mail names the pilot of the job when it is sent.
            WHEN 'job-accepted' THEN '{}'::jsonb
            WHEN 'budget-changed' THEN
              jsonb_build_object('before', NEW.before ->> 'budget', 'after', NEW.after ->> 'budget')
            WHEN 'job-refunded' THEN jsonb_build_object('amount', ((NEW.after ->> 'refundedAmount')::numeric
              - coalesce((NEW.before ->> 'refundedAmount')::numeric, 0))::text)
            ELSE jsonb_build_object('amount', budget::text) END AS facts
        FROM jobs CROSS JOIN LATERAL unnest(CASE topic
            WHEN 'budget-changed' THEN ARRAY[pilot_id]
            WHEN 'job-paid' THEN ARRAY[client_id, pilot_id]
            WHEN 'job-refunded' THEN ARRAY[client_id, pilot_id]
            ELSE ARRAY[client_id] END) AS recipient
        WHERE jobs.id = NEW.job_id AND recipient IS NOT NULL
        ORDER BY recipient
      LOOP
        UPDATE outgoing_mails SET created_at = now(), detail = CASE topic
            WHEN 'budget-changed' THEN mail.facts || jsonb_build_object('before', detail -> 'before')
            WHEN 'job-refunded' THEN
              jsonb_build_object('amount', ((detail ->> 'amount')::numeric + (mail.facts ->> 'amount')::numeric)::text)
            ELSE mail.facts END
          WHERE user_id = mail.recipient AND job_id = NEW.job_id AND kind = topic
            AND attempts = 0 AND sent_at IS NULL AND failed_at IS NULL;
        IF NOT FOUND THEN
          INSERT INTO outgoing_mails (kind, user_id, job_id, detail)
            VALUES (topic, mail.recipient, NEW.job_id, mail.facts);
        END IF;
      END LOOP;
      RETURN NULL;
    END
  $$`;

/** Merges a change of a job into the mail of the same topic that waits for the same recipient. */
export class MergedMails1799740000000 extends ForwardMigration {
  override readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, {
      name: 'outgoing_mails_user_id_job_id_idx',
      on: 'outgoing_mails (user_id, job_id)',
    });
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS outgoing_mails_user_id_idx');
    await runner.query(MAIL_JOB_EVENT);
  }
}
