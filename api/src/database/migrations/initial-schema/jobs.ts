const UNASSIGNED = `WHERE status = 'pending' AND pilot_id IS NULL`;
const OPEN = `${UNASSIGNED} AND published_at IS NOT NULL`;
const POSITION =
  '(cube(cube(cube(cosd(latitude) * cosd(longitude)), cosd(latitude) * sind(longitude)), sind(latitude)))';
const SEARCHED = `(' ' || title || ' ' || description || ' ' || location || ' ' || survey_type)`;

/** SQL of jobs, their repeatable requests, their questions and their links to evidence reports. */
export const JOBS = String.raw`
CREATE TABLE jobs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  description text NOT NULL,
  survey_type text NOT NULL,
  location text NOT NULL,
  latitude double precision,
  longitude double precision,
  place text,
  budget integer NOT NULL CONSTRAINT jobs_budget_check CHECK (budget BETWEEN 50 AND 99999999),
  status text NOT NULL DEFAULT 'pending'
    CONSTRAINT jobs_status_check CHECK (status IN ('pending', 'in-progress', 'review', 'completed', 'paid')),
  progress integer NOT NULL DEFAULT 0 CONSTRAINT jobs_progress_check CHECK (progress BETWEEN 0 AND 100),
  client_id integer NOT NULL CONSTRAINT jobs_client_id_fkey REFERENCES users,
  pilot_id integer CONSTRAINT jobs_pilot_id_fkey REFERENCES users,
  former_pilot_ids integer[] NOT NULL DEFAULT '{}',
  deadline timestamptz NOT NULL,
  deadline_has_time boolean NOT NULL,
  -- GeoJSON. Lists have its size only.
  area jsonb CONSTRAINT jobs_area_check CHECK (area ->> 'type' IN ('Polygon', 'MultiPolygon')),
  area_square_meters integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Null while the job waits for the confirmation of its client's address.
  published_at timestamptz DEFAULT now(),
  terms_changed_at timestamptz,
  handed_over_at timestamptz,
  opened_at timestamptz,
  change_requests integer NOT NULL DEFAULT 0
    CONSTRAINT jobs_change_requests_check CHECK (change_requests BETWEEN 0 AND 10),
  changes_requested_at timestamptz,
  end_requested_at timestamptz,
  idempotency_key uuid,
  CONSTRAINT jobs_point_check CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CONSTRAINT jobs_area_size_check CHECK ((area IS NULL) = (area_square_meters IS NULL)),
  CONSTRAINT jobs_pilot_check CHECK (status = 'pending' OR pilot_id IS NOT NULL)
);
CREATE UNIQUE INDEX jobs_idempotency_key_idx ON jobs (client_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
-- For the lists of a user's own jobs, newest first.
CREATE INDEX jobs_of_client_idx ON jobs (client_id, id);
CREATE INDEX jobs_of_pilot_idx ON jobs (pilot_id, id);
-- The number of paid jobs of a client, without the jobs.
CREATE INDEX jobs_paid_client_id_idx ON jobs (client_id) WHERE status = 'paid';
-- For reminders: the accepted jobs that are due tomorrow.
CREATE INDEX jobs_due_idx ON jobs (deadline) WHERE pilot_id IS NOT NULL AND status IN ('pending', 'in-progress');
-- The requests to end an assignment, which are granted after a time.
CREATE INDEX jobs_end_requested_idx ON jobs (end_requested_at) WHERE end_requested_at IS NOT NULL;

-- The number of jobs of an account without a pilot, without the jobs.
CREATE INDEX jobs_unassigned_client_id_idx ON jobs (client_id) ${UNASSIGNED};
-- For filtering open jobs. Each later index serves filters that few jobs match; otherwise jobs_open_idx finds a page quickly.
CREATE INDEX jobs_open_idx ON jobs (id) ${OPEN};
CREATE INDEX jobs_open_survey_type_idx ON jobs (survey_type, id) ${OPEN};
CREATE INDEX jobs_open_budget_idx ON jobs (budget, id) ${OPEN};
CREATE INDEX jobs_open_deadline_idx ON jobs (deadline, id) ${OPEN};
-- For jobs within a distance.
CREATE INDEX jobs_open_place_idx ON jobs (latitude, longitude) ${OPEN};
-- PostgreSQL trusts these extensions: a role with CREATE on the database may create them without being a superuser.
CREATE EXTENSION IF NOT EXISTS cube;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- For the nearest jobs: points of the unit sphere, whose straight distance orders as the distance on the earth does.
CREATE INDEX jobs_open_position_idx ON jobs USING gist (${POSITION}) ${OPEN};
-- Without a pending list, whose size would change how searches are planned and which every search would read first.
CREATE INDEX jobs_open_text_idx ON jobs USING gin (${SEARCHED} gin_trgm_ops) WITH (fastupdate = off) ${OPEN};
CREATE INDEX users_client_name_idx ON users USING gin ((' ' || name) gin_trgm_ops) WHERE role = 'client';
-- The planner needs the frequency of a word to decide whether the index is faster.
CREATE STATISTICS jobs_searched_stats ON ${SEARCHED} FROM jobs;

CREATE TABLE job_requests (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL CONSTRAINT job_requests_user_id_fkey REFERENCES users,
  job_id integer NOT NULL CONSTRAINT job_requests_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  key uuid NOT NULL,
  digest bytea NOT NULL,
  response jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT job_requests_key_key UNIQUE (user_id, key)
);
CREATE INDEX job_requests_job_id_idx ON job_requests (job_id);
CREATE INDEX job_requests_created_at_idx ON job_requests (created_at);

-- The constraint allows one question per pilot and job. Its index also serves the questions of a job.
CREATE TABLE job_questions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id integer NOT NULL CONSTRAINT job_questions_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  pilot_id integer NOT NULL CONSTRAINT job_questions_pilot_id_fkey REFERENCES users,
  text text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  answer text,
  answered_at timestamptz,
  CONSTRAINT job_questions_job_id_pilot_id_key UNIQUE (job_id, pilot_id),
  CONSTRAINT job_questions_answer_check CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX job_questions_pilot_id_idx ON job_questions (pilot_id);

-- The primary key allows one link per job.
CREATE TABLE report_links (
  job_id integer PRIMARY KEY CONSTRAINT report_links_job_id_fkey REFERENCES jobs ON DELETE CASCADE,
  token_hash bytea NOT NULL CONSTRAINT report_links_token_hash_key UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX report_links_expires_at_idx ON report_links (expires_at);
`;
