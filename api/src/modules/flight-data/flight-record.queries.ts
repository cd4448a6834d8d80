import type { FlightEvidenceView, FlightRecordView } from '@dps/shared-contracts';

/** A flight record as PostgreSQL writes it into JSON: `evidence` is null for a record without a log. */
export type FlightRecordJson = Omit<FlightRecordView, 'evidence'> & {
  evidence: FlightEvidenceView | null;
};

/** SQL: the flight records of a job as a JSON array, newest first. `jobId` is the SQL expression of the job's id. */
export const flightRecordsOfJob = (jobId: string) => `
  coalesce((SELECT json_agg(json_build_object(
    'id', id, 'jobId', job_id, 'pilotId', pilot_id, 'flightNumber', flight_number, 'duration', duration,
    'altitude', altitude, 'coverageArea', coverage_area, 'resolution', resolution, 'notes', notes,
    'createdAt', created_at, 'evidence', CASE WHEN evidence IS NOT NULL THEN evidence || jsonb_build_object(
      'track', (SELECT track FROM flight_tracks WHERE record_id = flight_data.id)) END) ORDER BY id DESC)
  FROM flight_data WHERE job_id = ${jobId}), '[]')`;
