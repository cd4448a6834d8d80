import {
  REPORT_LINK_DAYS,
  REPORT_TRACKS,
  type EvidenceReportView,
  type FlightEvidenceView,
  type FlightTrackView,
  type JobArea,
  type ReportedFlight,
} from '@dps/contract';
import { secondsAfter } from '../../../platform/database/expiry.ts';
import { firstAcceptance, paymentOfJob } from '../../job-events/job-event.queries.ts';
import type { LogContext } from '../evidence-warnings.policy.ts';
import { logContext, ofJobAndPilot } from '../flight-record.queries.ts';

type ReportTime = 'postedAt' | 'acceptedAt' | 'deadline' | 'paidAt' | 'sharedUntil';

export interface ReportRow extends Omit<EvidenceReportView, 'flights' | 'coverage' | ReportTime> {
  area: JobArea | null;
  postedAt: Date;
  acceptedAt: Date | null;
  deadline: Date;
  paidAt: Date | null;
  sharedUntil: Date | null;
}

export interface ReportedFlightRow extends Omit<ReportedFlight, 'createdAt' | 'evidence' | 'track'> {
  createdAt: Date;
  evidence: FlightEvidenceView | null;
  context: LogContext | null;
  track: FlightTrackView | null;
}

/** The details of a job: `$1` its id. */
export const REPORT = `
  SELECT jobs.id AS "jobId", title, survey_type AS "surveyType", location, area, area_square_meters AS "areaSquareMeters", status,
    json_build_object('client', (SELECT name FROM users WHERE users.id = client_id),
      'pilot', (SELECT name FROM users WHERE users.id = pilot_id)) AS parties,
    created_at AS "postedAt", ${firstAcceptance('jobs.id', 'jobs.pilot_id')} AS "acceptedAt",
    deadline, deadline_has_time AS "deadlineHasTime",
    CASE status WHEN 'paid' THEN ${paymentOfJob('jobs.id')} END AS "paidAt",
    (SELECT expires_at FROM report_links WHERE job_id = jobs.id AND expires_at > now()) AS "sharedUntil"
  FROM jobs WHERE id = $1`;

/** The flights of a job: `$1` its id, `$2` the pilot; null for the flights of all pilots. */
export const REPORTED_FLIGHTS = `
  SELECT id, flight_number AS "flightNumber", duration, altitude, coverage_area AS "coverageArea", resolution,
    created_at AS "createdAt", log ->> 'state' AS "logState", evidence, ${logContext('flight')} AS context, newest.track
  FROM flight_data AS flight LEFT JOIN (
    SELECT record_id, track FROM flight_tracks JOIN flight_data ON flight_data.id = record_id
    WHERE ${ofJobAndPilot('$1', '$2')} ORDER BY record_id DESC LIMIT ${REPORT_TRACKS}
  ) AS newest ON record_id = id
  WHERE ${ofJobAndPilot('$1', '$2')} ORDER BY id`;

/** Creates or replaces the link of a job: `$1` the job, `$2` the hash of the token. */
export const SHARE = `
  INSERT INTO report_links (job_id, token_hash, expires_at) VALUES ($1, $2, now() + interval '${REPORT_LINK_DAYS} days')
  ON CONFLICT (job_id) DO UPDATE SET
    token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at
  RETURNING expires_at AS "expiresAt"`;

/** The job of a link, whose client is not suspended, and the end of the link: `$1` the hash of the token. */
export const SHARED_JOB = `
  SELECT job_id AS "jobId", ${secondsAfter('expires_at')} AS "secondsLate" FROM report_links
    JOIN jobs ON jobs.id = job_id JOIN users ON users.id = client_id
  WHERE token_hash = $1 AND suspended_at IS NULL`;
