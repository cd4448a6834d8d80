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

-- The mail about a new password names the number of passkeys that the reset has removed.
CREATE FUNCTION mail_password_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO outgoing_mails (kind, user_id, detail) VALUES ('password-changed', NEW.id,
      jsonb_strip_nulls(jsonb_build_object('passkeys', nullif(current_setting('dps.removed_passkeys', true), ''))));
    RETURN NULL;
  END
$$;
-- A deleted account has no password: the hash is empty. The owner needs no mail about that change.
CREATE TRIGGER users_mail_password AFTER UPDATE OF password_hash ON users FOR EACH ROW
  WHEN (NEW.password_hash <> OLD.password_hash AND NEW.password_hash <> '') EXECUTE FUNCTION mail_password_change();

-- If the account is deleted, the statement finds no user, so its passkeys cause no mail.
CREATE FUNCTION mail_second_factor(kind text, owner integer, detail jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outgoing_mails (kind, user_id, detail) SELECT kind, id, detail FROM users WHERE id = owner
$$;

-- An address that its user has not confirmed may belong to another user: it gets neither a report nor a link that restores it.
CREATE FUNCTION mail_email() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE change integer;
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO outgoing_mails (kind, user_id) VALUES ('email-confirmation', NEW.id);
    ELSIF NEW.email <> OLD.email THEN
      IF current_setting('dps.credential', true) = 'undo' THEN
        INSERT INTO outgoing_mails (kind, user_id, detail) VALUES
          ('email-restored', NEW.id, jsonb_build_object('address', NEW.email)),
          ('email-restored', NEW.id, jsonb_build_object('address', OLD.email));
      ELSIF OLD.email_confirmed_at IS NOT NULL THEN
        INSERT INTO email_changes (user_id, previous_email, expires_at, factors) VALUES (NEW.id, OLD.email,
          now() + interval '7 days', jsonb_build_object(
          'passkeys', (SELECT coalesce(jsonb_agg(to_jsonb(passkeys)), '[]') FROM passkeys WHERE user_id = NEW.id),
          'apps', (SELECT coalesce(jsonb_agg(to_jsonb(authenticators)), '[]') FROM authenticators
            WHERE user_id = NEW.id AND secret IS NOT NULL),
          'codes', (SELECT coalesce(jsonb_agg(to_jsonb(recovery_codes)), '[]') FROM recovery_codes
            WHERE user_id = NEW.id)
        )) RETURNING id INTO change;
        INSERT INTO outgoing_mails (kind, user_id, detail) VALUES
          ('email-changed', NEW.id, jsonb_build_object('address', OLD.email, 'change', change::text));
      END IF;
    ELSIF NEW.pending_email IS NOT NULL THEN
      INSERT INTO outgoing_mails (kind, user_id, detail)
      SELECT 'email-change', NEW.id, jsonb_build_object('address', NEW.pending_email) UNION ALL
      SELECT 'email-change-requested', NEW.id, jsonb_build_object('address', OLD.email)
      WHERE OLD.email_confirmed_at IS NOT NULL;
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_mail_signup AFTER INSERT ON users FOR EACH ROW
  WHEN (NEW.email_confirmed_at IS NULL) EXECUTE FUNCTION mail_email();
-- The random address of a deleted account is no change of its user.
CREATE TRIGGER users_mail_email AFTER UPDATE OF email, pending_email ON users FOR EACH ROW
  WHEN (NEW.deleted_at IS NULL AND (NEW.email, NEW.pending_email) IS DISTINCT FROM (OLD.email, OLD.pending_email))
  EXECUTE FUNCTION mail_email();

-- An address that was never confirmed may not be that of the user, so it gets no mail about the deletion.
CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE name text := 'user:' || NEW.id;
  BEGIN
    PERFORM audit(name, CASE WHEN NEW.deleted_at IS DISTINCT FROM OLD.deleted_at THEN 'account.deleted'
        WHEN NEW.deletes_at IS NULL THEN 'account.kept' ELSE 'account.deletion-requested' END, name,
      jsonb_build_object('deletesAt', OLD.deletes_at), jsonb_build_object('deletesAt', NEW.deletes_at));
    IF NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at THEN
      INSERT INTO outgoing_mails (kind, user_id, detail)
      SELECT 'deletion-requested', NEW.id, jsonb_build_object('deletesAt', event_time(NEW.deletes_at))
      WHERE NEW.deletes_at IS NOT NULL;
    ELSIF OLD.email_confirmed_at IS NOT NULL THEN
      INSERT INTO outgoing_mails (kind, address, detail) VALUES ('account-deleted', OLD.email,
        jsonb_build_object('name', OLD.name, 'username', OLD.username));
    END IF;
    RETURN NULL;
  END
$$;
CREATE TRIGGER users_note_deletion AFTER UPDATE OF deletes_at, deleted_at ON users FOR EACH ROW
  WHEN ((NEW.deletes_at, NEW.deleted_at) IS DISTINCT FROM (OLD.deletes_at, OLD.deleted_at))
  EXECUTE FUNCTION note_deletion();

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
