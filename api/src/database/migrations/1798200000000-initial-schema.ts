import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const USERS = [
  // Upper case first: "ς" and "σ" have one capital. Most locales leave "ß" alone, and case folding makes it "ss".
  `CREATE FUNCTION username_key(username text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normalize(replace(lower(upper(normalize(username, NFKC))), 'ß', 'ss'), NFKC)`,
  `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL CONSTRAINT users_role_check CHECK (role IN ('pilot', 'client')),
    name text NOT NULL,
    flight_hours numeric(8,2),
    profile_image bytea,
    suspended_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  // Before the index of addresses: PostgreSQL reports the older index if both values are taken.
  `CREATE UNIQUE INDEX users_username_key ON users (username_key(username))`,
  `CREATE UNIQUE INDEX users_email_key ON users (lower(email))`,
  `CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX sessions_user_id_idx ON sessions (user_id)`,
  `CREATE INDEX sessions_expires_at_idx ON sessions (expires_at)`,
  // Counters need no write-ahead log: a write that only counts does not wait for the disk. A crash resets them.
  `CREATE UNLOGGED TABLE rate_limits (
    key text PRIMARY KEY,
    hits integer NOT NULL,
    resets_at timestamptz NOT NULL
  )`,
  `CREATE INDEX rate_limits_resets_at_idx ON rate_limits (resets_at)`,
];

const OPEN = `WHERE status = 'pending' AND pilot_id IS NULL`;
const SEARCHED = String.raw`(title || E'\x1f' || description || E'\x1f' || location)`;

const JOBS = [
  `CREATE TABLE jobs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    title text NOT NULL,
    description text NOT NULL,
    survey_type text NOT NULL,
    location text NOT NULL,
    budget numeric(10,2) NOT NULL CONSTRAINT jobs_budget_check CHECK (budget BETWEEN 0.5 AND 999999.99),
    status text NOT NULL DEFAULT 'pending'
      CONSTRAINT jobs_status_check CHECK (status IN ('pending', 'in-progress', 'review', 'completed', 'paid')),
    progress integer NOT NULL DEFAULT 0 CONSTRAINT jobs_progress_check CHECK (progress BETWEEN 0 AND 100),
    client_id integer NOT NULL CONSTRAINT jobs_client_id_fkey REFERENCES users,
    pilot_id integer CONSTRAINT jobs_pilot_id_fkey REFERENCES users,
    deadline timestamptz NOT NULL,
    deadline_has_time boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT jobs_pilot_check CHECK (status = 'pending' OR pilot_id IS NOT NULL)
  )`,
  `CREATE INDEX jobs_client_id_idx ON jobs (client_id, id)`,
  `CREATE INDEX jobs_pilot_id_idx ON jobs (pilot_id, id)`,
  `CREATE INDEX jobs_open_idx ON jobs (id) ${OPEN}`,
];

// For filtering open jobs. Each index serves filters that few jobs match; otherwise jobs_open_idx finds a page quickly.
const OPEN_JOB_FILTERS = [
  `CREATE INDEX jobs_open_survey_type_idx ON jobs (survey_type, id) ${OPEN}`,
  `CREATE INDEX jobs_open_budget_idx ON jobs (budget) ${OPEN}`,
  `CREATE INDEX jobs_open_deadline_idx ON jobs (deadline) ${OPEN}`,
  // A trusted extension: any role that may create tables in the database may create it.
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  // Without a pending list, whose size would change how searches are planned and which every search would read first.
  `CREATE INDEX jobs_open_text_idx ON jobs USING gin (${SEARCHED} gin_trgm_ops) WITH (fastupdate = off) ${OPEN}`,
  // The planner needs the frequency of a word to decide whether the index is faster.
  `CREATE STATISTICS jobs_searched_stats ON ${SEARCHED} FROM jobs`,
];

const ATTACHMENTS = [
  `CREATE TABLE job_attachments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT job_attachments_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
    file_name text NOT NULL,
    file_type text NOT NULL
      CONSTRAINT job_attachments_file_type_check CHECK (file_type IN ('pdf', 'image', 'document')),
    media_type text NOT NULL,
    file_size integer NOT NULL CONSTRAINT job_attachments_file_size_check CHECK (file_size > 0),
    uploaded_by integer NOT NULL CONSTRAINT job_attachments_uploaded_by_fkey REFERENCES users,
    content_store text NOT NULL
      CONSTRAINT job_attachments_content_store_check CHECK (content_store IN ('database', 's3')),
    content_key uuid NOT NULL,
    content_sha256 bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX job_attachments_job_id_idx ON job_attachments (job_id, id)`,
  `CREATE TABLE attachment_parts (
    content_key uuid NOT NULL,
    part integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (content_key, part)
  )`,
  // The files are already compressed.
  `ALTER TABLE attachment_parts ALTER COLUMN content SET STORAGE EXTERNAL`,
  `CREATE TABLE unclaimed_contents (
    content_key uuid PRIMARY KEY,
    content_store text NOT NULL,
    claimable_until timestamptz,
    sweep_after timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX unclaimed_contents_sweep_after_idx ON unclaimed_contents (sweep_after)`,
  // However an attachment is deleted, by a cascade or by hand, the same transaction lists its content for removal.
  `CREATE FUNCTION unclaim_content() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO unclaimed_contents (content_key, content_store) VALUES (OLD.content_key, OLD.content_store)
        ON CONFLICT DO NOTHING;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER job_attachments_unclaim_content AFTER DELETE ON job_attachments
    FOR EACH ROW EXECUTE FUNCTION unclaim_content()`,
];

const FLIGHT_DATA = [
  `CREATE TABLE flight_data (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT flight_data_job_id_fkey REFERENCES jobs,
    pilot_id integer NOT NULL CONSTRAINT flight_data_pilot_id_fkey REFERENCES users,
    flight_number text NOT NULL,
    duration integer NOT NULL CONSTRAINT flight_data_duration_check CHECK (duration > 0),
    altitude text,
    coverage_area text,
    resolution text,
    notes text,
    evidence jsonb,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX flight_data_job_id_idx ON flight_data (job_id, id)`,
  `CREATE INDEX flight_data_pilot_id_idx ON flight_data (pilot_id, id)`,
  `CREATE TABLE flight_tracks (
    record_id integer PRIMARY KEY
      CONSTRAINT flight_tracks_record_id_fkey REFERENCES flight_data ON DELETE CASCADE,
    track jsonb NOT NULL
  )`,
];

const PAYMENTS = [
  `CREATE TABLE payments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT payments_job_id_fkey REFERENCES jobs,
    provider text NOT NULL CONSTRAINT payments_provider_check CHECK (provider IN ('stripe', 'manual')),
    status text NOT NULL DEFAULT 'pending' CONSTRAINT payments_status_check
      CHECK (status IN ('pending', 'completed', 'failed', 'canceled', 'refunded', 'disputed')),
    amount numeric(10,2) NOT NULL CONSTRAINT payments_amount_check CHECK (amount > 0),
    refunded_amount numeric(10,2) NOT NULL DEFAULT 0
      CONSTRAINT payments_refunded_amount_check CHECK (refunded_amount BETWEEN 0 AND amount),
    currency text NOT NULL DEFAULT 'usd',
    transaction_id text CONSTRAINT payments_transaction_id_key UNIQUE,
    attempt integer NOT NULL DEFAULT 1 CONSTRAINT payments_attempt_check CHECK (attempt > 0),
    failure_code text,
    checks integer NOT NULL DEFAULT 0,
    check_after timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX payments_live_key ON payments (job_id) WHERE status IN ('pending', 'completed')`,
  `CREATE INDEX payments_job_id_idx ON payments (job_id, id)`,
  `CREATE INDEX payments_due_idx ON payments (check_after) WHERE status = 'pending'`,
  `CREATE TABLE provider_events (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text NOT NULL CONSTRAINT provider_events_event_id_key UNIQUE,
    type text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX provider_events_received_at_idx ON provider_events (received_at)`,
];

// The API sets its application name. Any other client is an operator, who may give a name in `dps.operator`.
const AUDIT = [
  `CREATE TABLE audit_events (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    before jsonb,
    after jsonb NOT NULL
  )`,
  `CREATE INDEX audit_events_subject_idx ON audit_events (subject, id)`,
  `CREATE INDEX audit_events_actor_idx ON audit_events (actor, id)`,
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'insufficient_privilege';
    END
  $$`,
  `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE FUNCTION audit(actor text, action text, subject text, before jsonb, after jsonb) RETURNS void
    LANGUAGE sql AS $$
      INSERT INTO audit_events (actor, action, subject, before, after) VALUES (
        CASE current_setting('application_name') WHEN 'dps-api' THEN actor
          ELSE 'operator:' || coalesce(nullif(current_setting('dps.operator', true), ''), session_user) END,
        action, subject, before, after)
    $$`,
  `CREATE FUNCTION audit_user() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE name text := 'user:' || NEW.id;
    BEGIN
      IF TG_OP = 'INSERT' THEN
        PERFORM audit(name, 'account.created', name, NULL, jsonb_build_object('role', NEW.role));
      ELSE
        PERFORM audit(name, CASE WHEN NEW.role <> OLD.role THEN 'account.role-changed'
            WHEN NEW.suspended_at IS NULL THEN 'account.resumed' ELSE 'account.suspended' END, name,
          jsonb_build_object('role', OLD.role, 'suspendedAt', OLD.suspended_at),
          jsonb_build_object('role', NEW.role, 'suspendedAt', NEW.suspended_at));
      END IF;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER users_audit_insert AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION audit_user()`,
  `CREATE TRIGGER users_audit_update AFTER UPDATE OF role, suspended_at ON users FOR EACH ROW
    WHEN ((NEW.role, NEW.suspended_at) IS DISTINCT FROM (OLD.role, OLD.suspended_at)) EXECUTE FUNCTION audit_user()`,
  // Only the client may change the budget of a job.
  `CREATE FUNCTION audit_budget() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM audit('user:' || NEW.client_id, 'budget.changed', 'job:' || NEW.id,
        jsonb_build_object('budget', OLD.budget), jsonb_build_object('budget', NEW.budget));
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER jobs_audit_budget AFTER UPDATE OF budget ON jobs FOR EACH ROW
    WHEN (NEW.budget <> OLD.budget) EXECUTE FUNCTION audit_budget()`,
  // A pilot records a manual payment. The state of a card payment comes from the provider.
  `CREATE FUNCTION audit_payment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM audit(
        CASE NEW.provider WHEN 'manual' THEN (SELECT 'user:' || pilot_id FROM jobs WHERE id = NEW.job_id)
          ELSE 'provider:' || NEW.provider END,
        CASE WHEN TG_OP = 'UPDATE' AND NEW.status = OLD.status THEN 'payment.money-returned'
          ELSE 'payment.' || NEW.status END,
        'job:' || NEW.job_id,
        CASE TG_OP WHEN 'UPDATE' THEN jsonb_build_object('status', OLD.status, 'refunded', OLD.refunded_amount) END,
        jsonb_build_object('payment', NEW.id, 'provider', NEW.provider, 'transaction', NEW.transaction_id,
          'amount', NEW.amount, 'status', NEW.status, 'refunded', NEW.refunded_amount));
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER payments_audit_insert AFTER INSERT ON payments FOR EACH ROW
    WHEN (NEW.status <> 'pending') EXECUTE FUNCTION audit_payment()`,
  `CREATE TRIGGER payments_audit_update AFTER UPDATE OF status, refunded_amount ON payments FOR EACH ROW
    WHEN ((NEW.status, NEW.refunded_amount) IS DISTINCT FROM (OLD.status, OLD.refunded_amount))
    EXECUTE FUNCTION audit_payment()`,
];

/** Creates every table, index, function and trigger of the first release. */
export class InitialSchema1798200000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    const parts = [USERS, JOBS, OPEN_JOB_FILTERS, ATTACHMENTS, FLIGHT_DATA, PAYMENTS, AUDIT];
    for (const statement of parts.flat()) await runner.query(statement);
  }
}
