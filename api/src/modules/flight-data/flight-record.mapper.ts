import {
  provenanceOf,
  type FlightEvidenceView,
  type FlightRecordBody,
  type FlightRecordView,
} from '@dps/shared-contracts';
import type { FlightRecord } from './flight-record.entity.ts';

/** What of a new record's evidence stands beside it, with where each of its fields is from; null without evidence. */
export function toStoredEvidence(body: FlightRecordBody): FlightEvidenceView | null {
  if (!body.evidence) return null;
  const { track: _track, ...evidence } = body.evidence;
  return { ...evidence, provenance: provenanceOf(body, evidence) };
}

export function toFlightRecordView(record: FlightRecord): FlightRecordView {
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
    ...(record.evidence && { evidence: record.evidence }),
  };
}
