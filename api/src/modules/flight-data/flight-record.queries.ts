import { FLIGHT_RECORDS_IN_DETAIL, type FlightEvidenceView, type FlightRecordView } from '@dps/contract';

/** A flight record as PostgreSQL writes it into JSON: `evidence` is null for a record without a log. */
export type FlightRecordJson = Omit<FlightRecordView, 'evidence'> & {
  evidence: FlightEvidenceView | null;
};

/**
 * SQL: the newest flight records of a job as a JSON array, newest first. `jobId` is the SQL expression of the job's id. The
 * limit bounds the size, because the connection of this read also serves the sessions.
 */
export const newestFlightRecords = (jobId: string) => `
  coalesce((SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'pilotId', pilot_id, 'flightNumber', flight_number, 'duration', duration,
    'altitude', altitude, 'coverageArea', coverage_area, 'resolution', resolution, 'notes', notes,
    'createdAt', created_at, 'evidence', evidence) ORDER BY id DESC)
  FROM (SELECT * FROM flight_data WHERE job_id = ${jobId} ORDER BY id DESC LIMIT ${FLIGHT_RECORDS_IN_DETAIL})
    AS newest), '[]')`;

/**
 * SQL: whether a job has a flight with an uploaded flight log that did not start before the job was posted: see
 * `isFlownBeforeJob`. `job` is the SQL name of the job's row.
 */
export const hasFlightEvidence = (job: string) => `
  EXISTS (SELECT FROM flight_data WHERE job_id = ${job}.id AND evidence IS NOT NULL
    AND ((evidence #>> '{figures,startedAt}')::timestamptz < ${job}.created_at) IS NOT TRUE)`;

/** SQL: the duration of all flights of a pilot, in minutes. `pilotId` is the SQL expression of the pilot's id. */
export const flightMinutes = (pilotId: string) =>
  `(SELECT coalesce(sum(duration), 0)::integer FROM flight_data WHERE pilot_id = ${pilotId})`;

/** SQL: the number of all flight records of a job. `jobId` is the SQL expression of the job's id. */
export const countOfFlightRecords = (jobId: string) =>
  `(SELECT count(*)::integer FROM flight_data WHERE job_id = ${jobId})`;
