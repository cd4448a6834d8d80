/** SQL of the triggers that record each change of a job in `job_events`. */
export const HISTORY_TRIGGERS = `
CREATE FUNCTION job_event_actor(implied integer) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('dps.actor', true), '')::integer,
    CASE current_setting('application_name') WHEN 'dps-api' THEN implied END)
$$;

CREATE FUNCTION add_job_event(job integer, at timestamptz, actor integer, kind text, before jsonb, after jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO job_events (job_id, at, actor_id, kind, before, after)
    VALUES (job, at, job_event_actor(actor), kind, before, after)
$$;

-- A deadline has the format of the API's input: a date, or an instant.
CREATE FUNCTION job_content(job jobs) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('title', job.title, 'description', job.description, 'surveyType', job.survey_type,
    'location', job.location, 'budget', job.budget, 'deadline', to_char(job.deadline AT TIME ZONE 'UTC',
      CASE WHEN job.deadline_has_time THEN 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' ELSE 'YYYY-MM-DD' END))
$$;

CREATE FUNCTION record_progress(old_job jobs, new_job jobs) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    progress jsonb := jsonb_build_object('progress', new_job.progress);
  BEGIN
    UPDATE job_events SET after = progress
      WHERE id = (SELECT id FROM job_events WHERE job_id = new_job.id AND kind IN ('accepted', 'status', 'progress')
          ORDER BY id DESC LIMIT 1)
        AND kind = 'progress' AND at > now() - interval '1 hour'
        AND actor_id IS NOT DISTINCT FROM job_event_actor(new_job.pilot_id);
    IF NOT FOUND THEN
      PERFORM add_job_event(new_job.id, job_changed_at(old_job, new_job), new_job.pilot_id, 'progress',
        jsonb_build_object('progress', old_job.progress), progress);
    END IF;
  END
$$;

-- The permission table implies the actor: the owner posts, edits, deletes and pays by card, the pilot does the rest.
-- Only a release may come from both, so the API names the actor.
CREATE FUNCTION record_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    moment timestamptz;
    before jsonb;
    after jsonb;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM add_job_event(NEW.id, NEW.created_at, NEW.client_id, 'posted', NULL, job_content(NEW));
      RETURN NULL;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM add_job_event(OLD.id, now(), OLD.client_id, 'withdrawn', job_content(OLD), NULL);
      RETURN NULL;
    END IF;
    moment := job_changed_at(OLD, NEW);
    SELECT jsonb_object_agg(key, was.value), jsonb_object_agg(key, becomes.value) INTO before, after
      FROM jsonb_each(job_content(OLD)) AS was JOIN jsonb_each(job_content(NEW)) AS becomes USING (key)
      WHERE was.value <> becomes.value;
    IF after IS NOT NULL THEN
      PERFORM add_job_event(NEW.id, moment, NEW.client_id, 'edited', before, after);
    END IF;
    IF NEW.pilot_id IS DISTINCT FROM OLD.pilot_id AND OLD.pilot_id IS NOT NULL THEN
      PERFORM add_job_event(NEW.id, moment, NULL,
        CASE job_event_actor(NULL) WHEN OLD.pilot_id THEN 'released' ELSE 'pilot-removed' END,
        jsonb_build_object('pilotId', OLD.pilot_id, 'progress', OLD.progress), NULL);
    END IF;
    IF NEW.pilot_id IS DISTINCT FROM OLD.pilot_id AND NEW.pilot_id IS NOT NULL THEN
      PERFORM add_job_event(NEW.id, moment, NEW.pilot_id, 'accepted', NULL,
        jsonb_build_object('pilotId', NEW.pilot_id));
    END IF;
    IF NEW.progress <> OLD.progress AND NEW.pilot_id IS NOT DISTINCT FROM OLD.pilot_id THEN
      PERFORM record_progress(OLD, NEW);
    END IF;
    IF NEW.status <> OLD.status THEN
      PERFORM add_job_event(NEW.id, moment, CASE WHEN NEW.status = 'paid' AND NOT EXISTS (SELECT FROM payments
          WHERE job_id = NEW.id AND provider = 'manual') THEN NEW.client_id ELSE NEW.pilot_id END,
        'status', jsonb_build_object('status', OLD.status), jsonb_build_object('status', NEW.status));
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER jobs_record_event AFTER INSERT OR UPDATE OR DELETE ON jobs
  FOR EACH ROW EXECUTE FUNCTION record_job_event();

-- For any table with these columns: the trigger's argument is the prefix of the kinds.
CREATE FUNCTION record_job_file() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM add_job_event(NEW.job_id, NEW.created_at, NEW.uploaded_by, TG_ARGV[0] || '-added', NULL,
        jsonb_build_object('fileName', NEW.file_name));
    ELSIF EXISTS (SELECT FROM jobs WHERE id = OLD.job_id) THEN
      PERFORM add_job_event(OLD.job_id, now(), OLD.uploaded_by, TG_ARGV[0] || '-removed',
        jsonb_build_object('fileName', OLD.file_name), NULL);
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER job_attachments_record_event AFTER INSERT OR DELETE ON job_attachments
  FOR EACH ROW EXECUTE FUNCTION record_job_file('file');

CREATE FUNCTION record_flight() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM add_job_event(NEW.job_id, NEW.created_at, NEW.pilot_id, 'flight-added', NULL,
        jsonb_build_object('flightNumber', NEW.flight_number, 'duration', NEW.duration));
    ELSE
      PERFORM add_job_event(OLD.job_id, now(), OLD.pilot_id, 'flight-removed',
        jsonb_build_object('flightNumber', OLD.flight_number, 'duration', OLD.duration), NULL);
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER flight_data_record_event AFTER INSERT OR DELETE ON flight_data
  FOR EACH ROW EXECUTE FUNCTION record_flight();

-- Attempts without money are no events of the job. The provider refunds and decides disputes: no user is the actor.
CREATE FUNCTION record_payment() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    was text := CASE TG_OP WHEN 'UPDATE' THEN OLD.status END;
    kind text := CASE WHEN NEW.status = 'disputed' OR was = 'disputed' THEN 'dispute'
      WHEN was IN ('completed', 'refunded') OR NEW.status = 'refunded' THEN 'refund' ELSE 'payment' END;
  BEGIN
    PERFORM add_job_event(NEW.job_id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE now() END,
      (SELECT CASE NEW.provider WHEN 'manual' THEN pilot_id ELSE client_id END
        FROM jobs WHERE id = NEW.job_id AND kind = 'payment'),
      kind,
      CASE TG_OP WHEN 'UPDATE'
        THEN jsonb_build_object('paymentStatus', was, 'refundedAmount', OLD.refunded_amount) END,
      jsonb_build_object('paymentStatus', NEW.status, 'provider', NEW.provider, 'amount', NEW.amount,
        'refundedAmount', NEW.refunded_amount));
    RETURN NULL;
  END
$$;
CREATE TRIGGER payments_record_insert AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'refunded', 'disputed')) EXECUTE FUNCTION record_payment();
CREATE TRIGGER payments_record_update AFTER UPDATE OF status, refunded_amount ON payments FOR EACH ROW
  WHEN ((NEW.status, NEW.refunded_amount) IS DISTINCT FROM (OLD.status, OLD.refunded_amount)
    AND (NEW.status IN ('completed', 'refunded', 'disputed') OR OLD.status IN ('completed', 'refunded', 'disputed')))
  EXECUTE FUNCTION record_payment();

-- The history of a job has a file from its completion on.
CREATE FUNCTION record_deliverable() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'DELETE' THEN
      PERFORM add_job_event(NEW.job_id, NEW.completed_at, NEW.uploaded_by, 'file-added', NULL,
        jsonb_build_object('fileName', NEW.file_name));
    ELSIF EXISTS (SELECT FROM jobs WHERE id = OLD.job_id) THEN
      PERFORM add_job_event(OLD.job_id, now(), OLD.uploaded_by, 'file-removed',
        jsonb_build_object('fileName', OLD.file_name), NULL);
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER deliverables_record_insert AFTER INSERT ON deliverables FOR EACH ROW
  WHEN (NEW.completed_at IS NOT NULL) EXECUTE FUNCTION record_deliverable();
CREATE TRIGGER deliverables_record_completion AFTER UPDATE OF completed_at ON deliverables FOR EACH ROW
  WHEN (OLD.completed_at IS NULL AND NEW.completed_at IS NOT NULL) EXECUTE FUNCTION record_deliverable();
CREATE TRIGGER deliverables_record_removal AFTER DELETE ON deliverables FOR EACH ROW
  WHEN (OLD.completed_at IS NOT NULL) EXECUTE FUNCTION record_deliverable();

-- The removal of an expired link, and of the link of a deleted job, is no event.
CREATE FUNCTION record_report_link() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'DELETE' THEN
      PERFORM add_job_event(id, NEW.created_at, client_id, 'report-shared', NULL, NULL)
        FROM jobs WHERE id = NEW.job_id;
    ELSIF OLD.expires_at > now() THEN
      PERFORM add_job_event(id, now(), client_id, 'report-revoked', NULL, NULL)
        FROM jobs WHERE id = OLD.job_id;
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER report_links_record_event AFTER INSERT OR UPDATE OF token_hash OR DELETE ON report_links
  FOR EACH ROW EXECUTE FUNCTION record_report_link();
`;
