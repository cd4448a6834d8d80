/** SQL of the conversations about jobs, and of the reports of abuse. */
export const MESSAGES = `
CREATE TABLE threads (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT threads_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  pilot_id integer NOT NULL CONSTRAINT threads_pilot_id_fkey REFERENCES users,
  CONSTRAINT threads_job_id_pilot_id_key UNIQUE (job_id, pilot_id)
);
CREATE INDEX threads_pilot_id_idx ON threads (pilot_id);

CREATE TABLE thread_members (
  thread_id integer NOT NULL CONSTRAINT thread_members_thread_id_fkey REFERENCES threads ON DELETE CASCADE,
  user_id integer NOT NULL CONSTRAINT thread_members_user_id_fkey REFERENCES users,
  unread integer NOT NULL DEFAULT 0 CONSTRAINT thread_members_unread_check CHECK (unread >= 0),
  -- A copy of the thread's last message for the order of the list. No foreign key: a message is deleted with its thread alone.
  last_message_id integer,
  blocked_at timestamptz,
  mailed_at timestamptz,
  PRIMARY KEY (thread_id, user_id)
);
-- The list of a user: unread threads first, then the latest message first.
CREATE INDEX thread_members_list_idx ON thread_members (user_id, (unread > 0), last_message_id);

CREATE TABLE messages (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  thread_id integer NOT NULL CONSTRAINT messages_thread_id_fkey REFERENCES threads ON DELETE CASCADE,
  sender_id integer NOT NULL CONSTRAINT messages_sender_id_fkey REFERENCES users,
  text text NOT NULL,
  idempotency_key uuid,
  -- The time of the statement: a transaction that has waited for another one has a later message.
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  read_at timestamptz
);
CREATE INDEX messages_thread_id_idx ON messages (thread_id, id);
CREATE INDEX messages_unread_idx ON messages (thread_id, id) WHERE read_at IS NULL;
CREATE INDEX messages_sender_id_idx ON messages (sender_id, id);
CREATE UNIQUE INDEX messages_idempotency_key_idx ON messages (sender_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;

CREATE TABLE abuse_reports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CONSTRAINT abuse_reports_kind_check CHECK (kind IN ('message', 'question', 'answer')),
  -- Both are null after the deletion of the job. The report keeps what operators need for a decision.
  message_id integer CONSTRAINT abuse_reports_message_id_fkey REFERENCES messages ON DELETE SET NULL,
  question_id integer CONSTRAINT abuse_reports_question_id_fkey REFERENCES job_questions ON DELETE SET NULL,
  job_id integer NOT NULL,
  author_id integer NOT NULL CONSTRAINT abuse_reports_author_id_fkey REFERENCES users,
  text text NOT NULL,
  file_names text[] NOT NULL,
  reporter_id integer NOT NULL CONSTRAINT abuse_reports_reporter_id_fkey REFERENCES users,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  CONSTRAINT abuse_reports_message_id_reporter_id_key UNIQUE (message_id, reporter_id),
  CONSTRAINT abuse_reports_question_id_kind_reporter_id_key UNIQUE (question_id, kind, reporter_id)
);
CREATE INDEX abuse_reports_author_id_idx ON abuse_reports (author_id);
CREATE INDEX abuse_reports_reporter_id_idx ON abuse_reports (reporter_id);
CREATE INDEX abuse_reports_open_idx ON abuse_reports (id) WHERE closed_at IS NULL;
CREATE INDEX abuse_reports_closed_at_idx ON abuse_reports (closed_at) WHERE closed_at IS NOT NULL;
`;
