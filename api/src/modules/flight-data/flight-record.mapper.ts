import {
  firstLogFormat,
  provenanceOf,
  type FlightEvidenceView,
  type FlightRecordBody,
  type FlightRecordView,
} from '@dps/contract';
import { fromJsonRow } from '../../platform/database/columns.ts';
import { isFlownBeforeJob } from './flight-evidence.policy.ts';
import type { FlightRecord } from './flight-record.entity.ts';
import type { FlightRecordJson } from './flight-record.queries.ts';

/** Returns the evidence to store: without the track, with the provenance of each field. Null without evidence. */
export function toStoredEvidence(body: FlightRecordBody): FlightEvidenceView | null {
  if (!body.evidence) return null;
  const { track: _track, format, ...evidence } = body.evidence;
  const provenance = provenanceOf(body, evidence);
  return { ...evidence, format: firstLogFormat(format), fileFormat: format, provenance };
}

/** Returns stored evidence with the details that depend on its job. */
export function toEvidenceView<Evidence extends Pick<FlightEvidenceView, 'figures'>>(
  evidence: Evidence,
  job: { createdAt: Date },
): Evidence & Pick<FlightEvidenceView, 'flownBeforeJob'> {
  const isBefore = isFlownBeforeJob(evidence.figures.startedAt, job.createdAt.toISOString());
  return { ...evidence, ...(isBefore && { flownBeforeJob: true }) };
}

export function toFlightRecordView(record: FlightRecord, job: { createdAt: Date }): FlightRecordView {
  return {
    id: record.id,
    jobId: record.jobId,
    pilotId: record.pilotId,
    flightNumber: record.flightNumber,
    duration: record.duration,
    altitude: record.altitude,
    coverageArea: record.coverageArea,
    resolution: record.resolution,
    notes: record.notes,
    createdAt: record.createdAt.toISOString(),
    ...(record.evidence && { evidence: toEvidenceView(record.evidence, job) }),
  };
}

/** Returns the view of a record that a job's query read as JSON. */
export function fromFlightRecordJson(
  { evidence, ...record }: FlightRecordJson,
  job: { createdAt: Date },
): FlightRecordView {
  return { ...fromJsonRow(record), ...(evidence && { evidence: toEvidenceView(evidence, job) }) };
}
