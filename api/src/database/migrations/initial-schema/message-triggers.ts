/** SQL of the triggers that write mails and notify the processes of the API, in the transactions that cause them. */
export const MESSAGE_TRIGGERS = `
CREATE FUNCTION event_time(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The users of a job are its client, its pilot, and the pilot whom the event concerns. Of a deleted job, only the event
-- names the client. An event of an open job concerns all pilots.
CREATE FUNCTION job_change(event job_events) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', event.id, 'jobId', event.job_id, 'kind', event.kind,
    'updatedAt', event_time(coalesce(jobs.updated_at, event.at)),
    'accounts', to_jsonb(array_remove(ARRAY[jobs.client_id, jobs.pilot_id,
      (coalesce(event.before, event.after) ->> 'pilotId')::integer,
      CASE WHEN jobs.id IS NULL THEN event.actor_id END], NULL)),
    'isOpen', event.kind IN ('accepted', 'withdrawn')
      OR coalesce(jobs.pilot_id IS NULL AND jobs.status = 'pending', false))
  FROM (VALUES (1)) AS one LEFT JOIN jobs ON jobs.id = event.job_id
$$;

-- An event that is written again keeps its id, so it must not become the last one that a client has received.
CREATE FUNCTION notify_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('job_changes',
      (job_change(NEW) || CASE TG_OP WHEN 'UPDATE' THEN '{"id": null}'::jsonb ELSE '{}'::jsonb END)::text);
    RETURN NULL;
  END
$$;
CREATE TRIGGER job_events_notify AFTER INSERT OR UPDATE ON job_events
  FOR EACH ROW EXECUTE FUNCTION notify_job_event();

CREATE FUNCTION mail_topic(event job_events) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE event.kind
    WHEN 'accepted' THEN 'job-accepted'
    WHEN 'status' THEN CASE event.after ->> 'status'
      WHEN 'review' THEN 'job-review' WHEN 'completed' THEN 'job-completed' WHEN 'paid' THEN 'job-paid' END
    WHEN 'refund' THEN CASE
      WHEN (event.after ->> 'refundedAmount')::numeric
        > coalesce((event.before ->> 'refundedAmount')::numeric, 0) THEN 'job-refunded' END
    WHEN 'edited' THEN CASE WHEN event.after ? 'budget' THEN 'budget-changed' END
  END
$$;

-- The change has locked its row of jobs or payments, so changes of one job and topic do not run side by side. An update that waits
-- for the lease of a mail then finds it leased, and another mail is written.
CREATE FUNCTION mail_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
-- The condition spares imports of many rows the call of the function.
CREATE TRIGGER job_events_mail AFTER INSERT ON job_events FOR EACH ROW
  WHEN (NEW.kind IN ('accepted', 'status', 'refund', 'edited')) EXECUTE FUNCTION mail_job_event();
`;
