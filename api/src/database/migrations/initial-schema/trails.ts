/** SQL of the trails and the outbox: events of jobs, audit events, and mails to send. */
export const TRAILS = `
-- A time in the format of the contract.
CREATE FUNCTION event_time(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- No foreign keys: the events of a deleted job remain, and an event adds no lock to the transaction of a change.
CREATE TABLE job_events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL,
  at timestamptz NOT NULL,
  actor_id integer,
  kind text NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX job_events_job_id_idx ON job_events (job_id, id);
-- For housekeeping: the jobs whose events it deletes.
CREATE INDEX job_events_withdrawn_idx ON job_events (at) WHERE kind = 'withdrawn';
-- Append-only for every writer. Only the latest progress of a job may change for an hour.
CREATE FUNCTION refuse_job_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF OLD.kind = 'progress' AND OLD.at > now() - interval '1 hour'
        AND (NEW.id, NEW.job_id, NEW.at, NEW.kind, NEW.actor_id, NEW.before)
          IS NOT DISTINCT FROM (OLD.id, OLD.job_id, OLD.at, OLD.kind, OLD.actor_id, OLD.before)
      THEN
        RETURN NEW;
      END IF;
    END IF;
    RAISE EXCEPTION 'job_events is append-only' USING ERRCODE = 'insufficient_privilege';
  END
$$;
CREATE TRIGGER job_events_append_only BEFORE UPDATE ON job_events
  FOR EACH ROW EXECUTE FUNCTION refuse_job_event_change();
CREATE TRIGGER job_events_no_removal BEFORE TRUNCATE ON job_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Housekeeping deletes the events of deleted jobs.
CREATE FUNCTION refuse_job_event_removal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM jobs WHERE id = OLD.job_id) THEN
      RAISE EXCEPTION 'job_events is append-only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END
$$;
CREATE TRIGGER job_events_no_early_removal BEFORE DELETE ON job_events
  FOR EACH ROW EXECUTE FUNCTION refuse_job_event_removal();

CREATE TABLE audit_events (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  before jsonb,
  after jsonb NOT NULL
);
CREATE INDEX audit_events_subject_idx ON audit_events (subject, id);
CREATE INDEX audit_events_actor_idx ON audit_events (actor, id);
-- For housekeeping: the events that are older than the time on the privacy page.
CREATE INDEX audit_events_at_idx ON audit_events (at);
-- Append-only for every writer. Housekeeping deletes only what is older than the time on the privacy page.
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE FUNCTION refuse_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.at > now() - interval '10 years' THEN
      RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
  END
$$;
CREATE TRIGGER audit_events_no_removal BEFORE DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_removal();

-- job_id is no foreign key: a mail adds no lock to the transaction of a change.
CREATE TABLE outgoing_mails (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  user_id integer CONSTRAINT outgoing_mails_user_id_fkey REFERENCES users ON DELETE CASCADE,
  address text,
  job_id integer,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  attempted_at timestamptz,
  sent_at timestamptz,
  CONSTRAINT outgoing_mails_recipient_check CHECK (num_nonnulls(user_id, address) = 1)
);
CREATE INDEX outgoing_mails_created_at_idx ON outgoing_mails (created_at);
CREATE INDEX outgoing_mails_user_id_job_id_idx ON outgoing_mails (user_id, job_id);
-- One reminder for each user, job and deadline, whichever replica writes it.
CREATE UNIQUE INDEX outgoing_mails_reminder_key ON outgoing_mails (user_id, job_id, (detail ->> 'deadline'))
  WHERE kind = 'deadline-tomorrow';
`;
