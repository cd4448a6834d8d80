import {
  firstLogFormat,
  provenanceOf,
  type FlightEvidenceView,
  type FlightRecordBody,
  type FlightRecordView,
} from '@dps/contract';
import { fromJsonRow } from '../../platform/database/columns.ts';
import { evidenceWarnings, type LogContext } from './evidence-warnings.policy.ts';
import type { FlightRecord } from './flight-record.entity.ts';
import type { FlightRecordJson } from './flight-record.queries.ts';

/** Returns the evidence to store: without the track, with the provenance of each field. Null without evidence. */
function toStoredEvidence(body: FlightRecordBody): FlightEvidenceView | null {
  if (!body.evidence) return null;
  const { track: _track, format, ...evidence } = body.evidence;
  const provenance = provenanceOf(body, evidence);
  return { ...evidence, format: firstLogFormat(format), fileFormat: format, provenance };
}

/** Returns the columns of the log of a record: its evidence, and what other records are compared with. */
export function evidenceColumns(
  body: FlightRecordBody,
): Pick<FlightRecord, 'evidence' | 'logSha256' | 'startedAt' | 'endedAt'> {
  const evidence = toStoredEvidence(body);
  const { startedAt, durationSeconds } = evidence?.figures ?? { startedAt: null, durationSeconds: null };
  const start = startedAt === null ? null : new Date(startedAt);
  return {
    evidence,
    logSha256: evidence?.sha256 ?? null,
    startedAt: start,
    endedAt: start && new Date(start.getTime() + (durationSeconds ?? 0) * 1000),
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
  { evidence, context, ...record }: FlightRecordJson,
  readerId: number | null,
): FlightRecordView {
  return {
    ...fromJsonRow(record),
    ...(evidence && context && { evidence: toEvidenceView(evidence, context, readerId) }),
  };
}
