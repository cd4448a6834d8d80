import {
  firstLogFormat,
  provenanceOf,
  type LogEvidence,
  type FlightEvidenceView,
  type FlightRecordView,
  type JobArea,
  type RecordValues,
  type SurveyCameraId,
} from '@dps/contract';
import { fromJsonRow } from '../../platform/database/columns.ts';
import { metersFromArea } from './area-distance.ts';
import { evidenceWarnings, type LogContext } from './evidence-warnings.policy.ts';
import type { FlightRecord } from './flight-record.entity.ts';
import type { FlightRecordJson } from './flight-record.queries.ts';

/** The values of a record that a log is compared with. */
type FlownRecord = RecordValues & { camera: SurveyCameraId | null };

/**
 * Returns the evidence to store: with the camera of the record and the provenance of each of its fields, and without the track.
 *
 * @param read the evidence in the log of the record
 */
function toStoredEvidence(record: FlownRecord, read: LogEvidence): FlightEvidenceView {
  const { track: _track, format, ...figures } = read;
  const evidence = { ...figures, camera: record.camera };
  const provenance = provenanceOf(record, evidence);
  return { ...evidence, format: firstLogFormat(format), fileFormat: format, provenance };
}

/**
 * Returns the columns of a log that was read for a record: its evidence, and what other records are compared with.
 *
 * @param area the area of the job
 */
export function evidenceColumns(
  record: FlownRecord,
  read: LogEvidence,
  area: JobArea | null,
): Pick<FlightRecord, 'evidence' | 'logSha256' | 'startedAt' | 'endedAt'> {
  const { startedAt, durationSeconds } = read.figures;
  const start = startedAt === null ? null : new Date(startedAt);
  return {
    evidence: {
      ...toStoredEvidence(record, read),
      // Stored, so that a later change of the area does not change the evidence.
      ...(area && read.track && { metersFromArea: metersFromArea(read.track, area) }),
    },
    logSha256: read.sha256,
    startedAt: start,
    endedAt: start && new Date(start.getTime() + durationSeconds * 1000),
  };
}

/** Returns stored evidence with the reasons why it is no evidence of its job, for a reader: see `evidenceWarnings`. */
export function toEvidenceView<Evidence extends Pick<FlightEvidenceView, 'figures'>>(
  evidence: Evidence,
  context: LogContext,
  readerId: number | null,
): Evidence & Pick<FlightEvidenceView, 'warnings'> {
  const warnings = evidenceWarnings(evidence.figures.startedAt, context, readerId);
  return { ...evidence, ...(warnings.length > 0 && { warnings }) };
}

/** Returns the view of a record for a reader: see `evidenceWarnings`. */
export function toFlightRecordView(
  { log, evidence, context, ...record }: FlightRecordJson,
  readerId: number | null,
): FlightRecordView {
  return {
    ...fromJsonRow(record),
    ...(log && { log }),
    ...(evidence && context && { evidence: toEvidenceView(evidence, context, readerId) }),
  };
}
