import {
  FLIGHT_RECORDS_IN_DETAIL,
  SETTLED_STATUSES,
  type FlightEvidenceView,
  type FlightLogView,
  type FlightRecordView,
} from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import { firstAcceptance } from '../job-events/job-event.queries.ts';
import type { LogContext } from './evidence-warnings.policy.ts';

/** A flight record as PostgreSQL writes it into JSON: `log`, `evidence` and `context` are null for a record without them. */
export interface FlightRecordJson extends Omit<FlightRecordView, 'log' | 'evidence'> {
  log: FlightLogView | null;
  evidence: FlightEvidenceView | null;
  context: LogContext | null;
}

/** SQL: the first record of a condition on `earlier` by a column, as the JSON of `EarlierFlight`; null without one. */
const firstRecord = (column: string, condition: string) => `
  (SELECT json_build_object('jobId', earlier.job_id, 'flightNumber', earlier.flight_number, 'pilotId', earlier.pilot_id,
      'clientId', (SELECT client_id FROM jobs WHERE jobs.id = earlier.job_id))
    FROM flight_data AS earlier WHERE ${condition} ORDER BY earlier.${column} LIMIT 1)`;

/**
 * SQL: what the log of a record is compared with, as the JSON of `LogContext`; null without a log. `flight` is the SQL name of the
 * record's row. No flight lasts longer than a week, so the index limits the search for overlapping ones.
 */
export const logContext = (flight: string) => `
  CASE WHEN ${flight}.evidence IS NOT NULL THEN (
    SELECT json_build_object('isIncomplete', coalesce((${flight}.evidence ->> 'incomplete')::boolean, false),
      'metersFromArea', (${flight}.evidence ->> 'metersFromArea')::float8, 'postedAt', job.created_at, 'deadline', job.deadline, 'deadlineHasTime', job.deadline_has_time,
      'acceptedAt', ${firstAcceptance(`${flight}.job_id`, `${flight}.pilot_id`)},
      'sameLog', ${firstRecord('id', `earlier.log_sha256 = ${flight}.log_sha256 AND earlier.id < ${flight}.id`)},
      'overlapping', ${firstRecord(
        'started_at',
        `earlier.pilot_id = ${flight}.pilot_id
        AND earlier.started_at > ${flight}.started_at - interval '1 week' AND earlier.started_at < ${flight}.ended_at
        AND earlier.ended_at > ${flight}.started_at
        AND earlier.job_id <> ${flight}.job_id AND earlier.id < ${flight}.id`,
      )})
    FROM jobs AS job WHERE job.id = ${flight}.job_id) END`;

/** SQL: a row of `flight_data` with the name `flight` as the JSON of `FlightRecordJson`. */
const FLIGHT_JSON = `json_build_object(
  'id', flight.id, 'jobId', flight.job_id, 'pilotId', flight.pilot_id, 'flightNumber', flight.flight_number,
  'duration', flight.duration, 'altitude', flight.altitude, 'coverageArea', flight.coverage_area,
  'resolution', flight.resolution, 'notes', flight.notes, 'createdAt', flight.created_at,
  'log', flight.log, 'evidence', flight.evidence, 'context', ${logContext('flight')})`;

/** A record: `$1` its id. */
export const FLIGHT_BY_ID = `SELECT ${FLIGHT_JSON} AS record FROM flight_data AS flight WHERE id = $1`;

/** The records of a pilot, newest first: `$1` the pilot, `$2` the id below which the page begins, `$3` the number of rows. */
export const FLIGHTS_OF_PILOT = `
  SELECT id, ${FLIGHT_JSON} AS record FROM flight_data AS flight
  WHERE pilot_id = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3`;

/** SQL: a record is of a job, and of a pilot unless `pilotId` is null. Both are SQL expressions of ids. */
export const ofJobAndPilot = (jobId: string, pilotId: string) =>
  `job_id = ${jobId} AND (${pilotId}::integer IS NULL OR pilot_id = ${pilotId})`;

/**
 * SQL: the newest flight records of a job and a pilot as a JSON array, newest first: see `ofJobAndPilot`. The limit bounds the
 * size, because the connection of this read also serves the sessions.
 */
export const newestFlightRecords = (jobId: string, pilotId: string) => `
  coalesce((SELECT json_agg(${FLIGHT_JSON} ORDER BY flight.id DESC)
  FROM (SELECT * FROM flight_data WHERE ${ofJobAndPilot(jobId, pilotId)} ORDER BY id DESC
    LIMIT ${FLIGHT_RECORDS_IN_DETAIL})
    AS flight), '[]')`;

/** SQL: the flights of a pilot as the JSON array of `PilotFlight`. `pilotId` is the SQL expression of the pilot's id. */
export const flightsForRecord = (pilotId: string) => `
  coalesce((SELECT json_agg(json_build_object('jobId', flight.job_id, 'duration', flight.duration,
    'startedAt', flight.started_at, 'context', ${logContext('flight')},
    'isFinished', (SELECT status IN (${sqlList(SETTLED_STATUSES)}) AND jobs.pilot_id = flight.pilot_id
      FROM jobs WHERE jobs.id = flight.job_id)))
  FROM flight_data AS flight WHERE flight.pilot_id = ${pilotId}), '[]')`;

/** SQL: the number of all flight records of a job and a pilot: see `ofJobAndPilot`. */
export const countOfFlightRecords = (jobId: string, pilotId: string) =>
  `(SELECT count(*)::integer FROM flight_data WHERE ${ofJobAndPilot(jobId, pilotId)})`;
