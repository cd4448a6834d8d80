import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration.ts';

const USERS = [
  `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL CONSTRAINT users_role_check CHECK (role IN ('pilot', 'client')),
    name text NOT NULL,
    flight_hours numeric(8,2),
    profile_image bytea,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX users_username_key ON users (lower(username))`,
  `CREATE UNIQUE INDEX users_email_key ON users (lower(email))`,
  `CREATE TABLE sessions (
    token_hash bytea PRIMARY KEY,
    user_id integer NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX sessions_user_id_idx ON sessions (user_id)`,
  `CREATE TABLE rate_limits (
    key text PRIMARY KEY,
    hits integer NOT NULL,
    resets_at timestamptz NOT NULL
  )`,
];

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
  `CREATE INDEX jobs_open_idx ON jobs (id) WHERE status = 'pending' AND pilot_id IS NULL`,
  `CREATE INDEX jobs_client_id_idx ON jobs (client_id, id)`,
  `CREATE INDEX jobs_pilot_id_idx ON jobs (pilot_id, id)`,
];

const JOB_RECORDS = [
  `CREATE TABLE job_attachments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT job_attachments_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
    file_name text NOT NULL,
    file_type text NOT NULL
      CONSTRAINT job_attachments_file_type_check CHECK (file_type IN ('pdf', 'image', 'document')),
    media_type text NOT NULL,
    file_size integer NOT NULL CONSTRAINT job_attachments_file_size_check CHECK (file_size > 0),
    uploaded_by integer NOT NULL CONSTRAINT job_attachments_uploaded_by_fkey REFERENCES users,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX job_attachments_job_id_idx ON job_attachments (job_id, id)`,
  `CREATE TABLE attachment_contents (
    attachment_id integer PRIMARY KEY
      CONSTRAINT attachment_contents_attachment_id_fkey REFERENCES job_attachments ON DELETE CASCADE,
    content bytea NOT NULL
  )`,
  // The files are compressed already, and uncompressed storage lets a part be read without the whole.
  `ALTER TABLE attachment_contents ALTER COLUMN content SET STORAGE EXTERNAL`,
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
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX flight_data_job_id_idx ON flight_data (job_id, id)`,
  `CREATE INDEX flight_data_pilot_id_idx ON flight_data (pilot_id, id)`,
];

const PAYMENTS = [
  `CREATE TABLE payments (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT payments_job_id_fkey REFERENCES jobs,
    provider text NOT NULL CONSTRAINT payments_provider_check CHECK (provider IN ('stripe', 'manual')),
    status text NOT NULL DEFAULT 'pending' CONSTRAINT payments_status_check
      CHECK (status IN ('pending', 'completed', 'failed', 'canceled', 'refunded', 'disputed')),
    amount numeric(10,2) NOT NULL CONSTRAINT payments_amount_check CHECK (amount > 0),
    currency text NOT NULL DEFAULT 'usd',
    transaction_id text CONSTRAINT payments_transaction_id_key UNIQUE,
    attempt integer NOT NULL DEFAULT 1 CONSTRAINT payments_attempt_check CHECK (attempt > 0),
    failure_code text,
    refunded_cents integer NOT NULL DEFAULT 0
      CONSTRAINT payments_refunded_cents_check CHECK (refunded_cents BETWEEN 0 AND amount * 100),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE UNIQUE INDEX payments_live_key ON payments (job_id) WHERE status IN ('pending', 'completed')`,
  `CREATE INDEX payments_job_id_idx ON payments (job_id, id)`,
  `CREATE INDEX payments_pending_idx ON payments (updated_at) WHERE status = 'pending'`,
  `CREATE TABLE provider_events (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text NOT NULL CONSTRAINT provider_events_event_id_key UNIQUE,
    type text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  )`,
];

export class InitialSchema1795000000000 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...USERS, ...JOBS, ...JOB_RECORDS, ...PAYMENTS]) await runner.query(statement);
  }
}
