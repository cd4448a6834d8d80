import {
  contentView,
  COUNTED_CLIENT_JOBS,
  DATE_ENDS_AFTER_MS,
  INSTANT_GRACE_MS,
  type AttachmentView,
  type JobArea,
  type JobView,
  type Role,
} from '@dps/contract';
import { columnOf } from '../../platform/database/columns.ts';
import type { PreparedRead } from '../../platform/database/pipelined-connection.ts';
import { attachmentsOfJob } from '../job-files/job-file.mapper.ts';
import {
  acceptedContentOfJob,
  lastNoteOfJob,
  type AcceptedContent,
  type Note,
} from '../job-events/job-event.queries.ts';
import {
  countOfFlightRecords,
  newestFlightRecords,
  type FlightRecordJson,
} from '../flight-data/flight-record.queries.ts';
import { latestPaymentOfJob, type PaymentJson } from '../payments/payment.queries.ts';
import type { Job } from './job.entity.ts';

/** A job in lists. */
export interface JobRow extends Omit<
  Job,
  'client' | 'pilot' | 'area' | 'idempotencyKey' | 'changeRequests' | 'openedAt' | 'formerPilotIds'
> {
  clientName: string;
  pilotName: string | null;
  clientJobs?: JobView['clientJobs'];
}

/** A job with its files, flights and latest payment, with times in PostgreSQL's JSON format. */
export interface JobDetailRow extends JobRow {
  attachments: AttachmentView[];
  area: JobArea | null;
  /** The newest flights that the reader may see. */
  flightData: FlightRecordJson[];
  /** The number of all flights that the reader may see. */
  flightDataCount: number;
  payment: PaymentJson | null;
  /** The first values of the content that changed since the pilot accepted the job; null without a change of terms. */
  acceptedContent: AcceptedContent | null;
  changeRequests: number;
  openedAt: Date | null;
  formerPilotIds: number[];
  /** The last request for changes to the present pilot. */
  lastChangeRequest: Note | null;
  /** The open request to end the assignment. */
  endRequest: Note | null;
}

/**
 * SQL: the name of a user. `userId` is the SQL expression of the user's id. A subquery instead of a join: with a join, the
 * planner, which does not know the limit of a prepared statement, may choose to read all users.
 */
const nameOfUser = (userId: string) => `(SELECT name FROM users WHERE users.id = ${userId})`;

const minutes = (milliseconds: number) => `interval '${milliseconds / 60_000} minutes'`;

/** SQL: the moment from which a job is late: see `hasPassed`. */
const END_OF_DEADLINE = `jobs.deadline + CASE WHEN jobs.deadline_has_time
  THEN ${minutes(INSTANT_GRACE_MS)} ELSE ${minutes(DATE_ENDS_AFTER_MS)} END`;

/**
 * SQL: one row with the number of a pilot's completed and paid jobs, and of those that were submitted for review by the
 * deadline. `pilotId` is the SQL expression of the pilot's id.
 */
export const finishedWork = (pilotId: string) => `
  SELECT count(*)::integer AS "completedJobs",
    count(*) FILTER (WHERE jobs.handed_over_at <= ${END_OF_DEADLINE})::integer AS "jobsOnTime"
  FROM jobs WHERE jobs.pilot_id = ${pilotId} AND jobs.status IN ('completed', 'paid')`;

/** SQL: the column of a job with the id of its user, by the role of the user. */
export const OWNER = { client: 'jobs.client_id', pilot: 'jobs.pilot_id' } as const satisfies Record<
  Role,
  string
>;

/** SQL: the job is published and has no pilot yet. Must be identical to the condition of the partial indexes. */
export const IS_OPEN = `jobs.status = 'pending' AND jobs.pilot_id IS NULL AND jobs.published_at IS NOT NULL`;

/** SQL: the job has flights or deliverables, which their pilot may read. */
export const HAS_WORK = `(EXISTS (SELECT FROM flight_data WHERE job_id = jobs.id)
  OR EXISTS (SELECT FROM job_files WHERE job_id = jobs.id AND purpose = 'deliverable' AND completed_at IS NOT NULL))`;

const CONTENT = Object.keys(contentView)
  .map((name) => `jobs.${columnOf(name)} AS "${name}"`)
  .join(', ');

export const JOB_COLUMNS = `
  jobs.id, ${CONTENT}, jobs.latitude, jobs.longitude, jobs.place, jobs.status, jobs.progress, jobs.client_id AS "clientId", jobs.pilot_id AS "pilotId", jobs.deadline,
  jobs.deadline_has_time AS "deadlineHasTime", jobs.area_square_meters AS "areaSquareMeters", jobs.created_at AS "createdAt", jobs.updated_at AS "updatedAt",
  jobs.published_at AS "publishedAt", jobs.terms_changed_at AS "termsChangedAt", jobs.handed_over_at AS "handedOverAt",
  jobs.changes_requested_at AS "changesRequestedAt", jobs.end_requested_at AS "endRequestedAt",
  ${nameOfUser('jobs.client_id')} AS "clientName",
  ${nameOfUser('jobs.pilot_id')} AS "pilotName"`;

/**
 * SQL: the number of jobs of the client of a job, up to a maximum. Without it, a page would read all jobs of its clients.
 * `condition` ends with a condition of an index, which contains all that is read.
 */
const countOfClient = (condition: string) => `(SELECT count(*)::integer FROM (
  SELECT FROM jobs AS own WHERE own.client_id = jobs.client_id${condition} LIMIT ${COUNTED_CLIENT_JOBS}) AS counted)`;

/** The columns of a job in lists of open jobs. All jobs of a client with an open job are published. */
export const OPEN_JOB_COLUMNS = `${JOB_COLUMNS},
  json_build_object('posted', ${countOfClient('')}, 'paid', ${countOfClient(` AND own.status = 'paid'`)}) AS "clientJobs"`;

/** The cursor of a first page. Larger than any id, so SQL needs a bigint. */
export const ABOVE_EVERY_ID = 2_147_483_648;

const PAGE = 'ORDER BY jobs.id DESC LIMIT';

/** `$1` the id below which the page begins, `$2` the number of rows. */
export const AVAILABLE_JOBS: PreparedRead = {
  name: 'available-jobs',
  text: `SELECT ${OPEN_JOB_COLUMNS} FROM jobs WHERE ${IS_OPEN} AND jobs.id < $1::bigint ${PAGE} $2`,
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

/** `$1` the job, `$2` the pilot whose flights are read; null for the flights of all pilots. */
export const JOB_DETAIL: PreparedRead = {
  name: 'job-detail',
  text: `SELECT ${JOB_COLUMNS}, jobs.area,
    ${attachmentsOfJob('jobs.id')} AS attachments,
    ${newestFlightRecords('jobs.id', '$2')} AS "flightData",
    ${countOfFlightRecords('jobs.id', '$2')} AS "flightDataCount",
    ${latestPaymentOfJob('jobs.id')} AS payment,
    CASE WHEN jobs.terms_changed_at IS NOT NULL THEN ${acceptedContentOfJob('jobs.id')} END AS "acceptedContent",
    jobs.change_requests AS "changeRequests", jobs.opened_at AS "openedAt", jobs.former_pilot_ids AS "formerPilotIds",
    CASE WHEN jobs.changes_requested_at IS NOT NULL THEN ${lastNoteOfJob('changes-requested', 'jobs.id')} END AS "lastChangeRequest",
    CASE WHEN jobs.end_requested_at IS NOT NULL THEN ${lastNoteOfJob('end-requested', 'jobs.id')} END AS "endRequest"
    FROM jobs WHERE jobs.id = $1`,
};
