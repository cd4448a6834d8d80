import type {
  AttachmentView,
  FlightEvidenceView,
  FlightRecordView,
  PaymentView,
} from '@dps/shared-contracts';
import type { PreparedRead } from '../../platform/database/pipelined-connection.ts';
import type { Job } from './job.entity.ts';

/** A job as a list needs it. */
export interface JobRow extends Omit<Job, 'budgetCents' | 'client' | 'pilot'> {
  /** Dollars, as PostgreSQL writes a numeric. */
  budget: string;
  clientName: string;
  pilotName: string | null;
}

/** A flight record as the database writes it into JSON: null where there is no evidence. */
export type StoredFlightRecord = Omit<FlightRecordView, 'evidence'> & {
  evidence: FlightEvidenceView | null;
};

/** One job with what belongs to it; instants in there are as PostgreSQL writes them into JSON. */
export interface JobDetailRow extends JobRow {
  attachments: AttachmentView[];
  flightData: StoredFlightRecord[];
  payment: PaymentView | null;
}

/** SQL: the job waits for a pilot; the condition of the partial indexes. */
export const IS_OPEN = `jobs.status = 'pending' AND jobs.pilot_id IS NULL`;

// The names by subquery: a join would leave the planner, which does not know the limit of a prepared statement, the
// choice to read all users.
export const JOB_COLUMNS = `
  jobs.id, jobs.title, jobs.description, jobs.survey_type AS "surveyType", jobs.location, jobs.budget, jobs.status,
  jobs.progress, jobs.client_id AS "clientId", jobs.pilot_id AS "pilotId", jobs.deadline,
  jobs.deadline_has_time AS "deadlineHasTime", jobs.created_at AS "createdAt", jobs.updated_at AS "updatedAt",
  (SELECT name FROM users WHERE users.id = jobs.client_id) AS "clientName",
  (SELECT name FROM users WHERE users.id = jobs.pilot_id) AS "pilotName"`;

const ATTACHMENTS = `
  SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'fileName', file_name, 'fileType', file_type, 'fileSize', file_size,
    'uploadedBy', uploaded_by, 'createdAt', created_at) ORDER BY id)
  FROM job_attachments WHERE job_id = jobs.id`;

const FLIGHT_DATA = `
  SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'pilotId', pilot_id, 'flightNumber', flight_number, 'duration', duration,
    'altitude', altitude, 'coverageArea', coverage_area, 'resolution', resolution, 'notes', notes,
    'createdAt', created_at, 'evidence', CASE WHEN evidence IS NOT NULL THEN evidence || jsonb_build_object(
      'track', (SELECT track FROM flight_tracks WHERE record_id = flight_data.id)) END) ORDER BY id DESC)
  FROM flight_data WHERE job_id = jobs.id`;

const PAYMENT = `
  SELECT json_build_object(
    'id', id, 'jobId', job_id, 'amount', amount, 'refundedAmount', refunded_amount, 'status', status,
    'transactionId', transaction_id, 'provider', provider, 'createdAt', created_at)
  FROM payments WHERE job_id = jobs.id ORDER BY id DESC LIMIT 1`;

/** Larger than any id, and so a bigint: the cursor of a first page. */
export const ABOVE_EVERY_ID = 2_147_483_648;

const PAGE = 'ORDER BY jobs.id DESC LIMIT';

/** `$1` the id below which the page begins, `$2` the number of rows. */
export const AVAILABLE_JOBS: PreparedRead = {
  name: 'available-jobs',
  text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE ${IS_OPEN} AND jobs.id < $1::bigint ${PAGE} $2`,
};

/** `$1` and `$2` as above, `$3` the client. */
export const CLIENT_JOBS: PreparedRead = {
  name: 'client-jobs',
  text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE jobs.client_id = $3 AND jobs.id < $1::bigint ${PAGE} $2`,
};

/** `$1` and `$2` as above, `$3` the pilot. */
export const PILOT_JOBS: PreparedRead = {
  name: 'pilot-jobs',
  text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE jobs.pilot_id = $3 AND jobs.id < $1::bigint ${PAGE} $2`,
};

/** `$1` the job. */
export const JOB_BY_ID: PreparedRead = {
  name: 'job-by-id',
  text: `SELECT ${JOB_COLUMNS} FROM jobs WHERE jobs.id = $1`,
};

/** `$1` the job. */
export const JOB_DETAIL: PreparedRead = {
  name: 'job-detail',
  text: `SELECT ${JOB_COLUMNS},
    coalesce((${ATTACHMENTS}), '[]') AS attachments,
    coalesce((${FLIGHT_DATA}), '[]') AS "flightData",
    (${PAYMENT}) AS payment
    FROM jobs WHERE jobs.id = $1`,
};
