import {
  AREA_MARGIN_METERS,
  hasPassed,
  type EvidenceWarning,
  type EvidenceWarningCode,
  type FlightEvidenceView,
} from '@dps/contract';

/** An earlier record with the same log, or with an overlapping flight. */
export interface EarlierFlight {
  jobId: number;
  flightNumber: string;
  pilotId: number;
  /** The client of its job. */
  clientId: number;
}

/** What a log is compared with. Times are ISO 8601, as PostgreSQL writes them into JSON. */
export interface LogContext {
  postedAt: string;
  /** The first acceptance of the job by the pilot of the record; null if the history does not have it. */
  acceptedAt: string | null;
  deadline: string;
  deadlineHasTime: boolean;
  /** The first record with the same log, of any pilot and job, if it is earlier. */
  sameLog: EarlierFlight | null;
  /** The first earlier record of the same pilot in another job whose flight overlaps. */
  overlapping: EarlierFlight | null;
  /** Metres between the flight and the area of the job; null without an area or a track. */
  metersFromArea: number | null;
  /** Whether the log does not have the complete flight. */
  isIncomplete: boolean;
}

/**
 * Returns the reasons why a log is no evidence of its job. Only the earliest limit that the flight misses is named, and only one earlier
 * record. The comparisons with other records concern the later record: evidence does not change because of a later upload.
 *
 * @param startedAt the start by the log, ISO 8601; null if it is unknown, so that no time is compared
 * @param readerId the user who reads the warnings, who sees the earlier record only as its pilot or client; null for a reader
 * without a session
 */
export function evidenceWarnings(
  startedAt: string | null,
  context: LogContext,
  readerId: number | null,
): EvidenceWarning[] {
  return [
    ...(startedAt === null ? [] : timeWarnings(new Date(startedAt), context)),
    ...placeWarnings(context),
    ...recordWarnings(context, readerId),
    ...(context.isIncomplete ? [{ code: 'incomplete-log' } as const] : []),
  ];
}

function placeWarnings({ metersFromArea: meters }: LogContext): EvidenceWarning[] {
  return meters !== null && meters > AREA_MARGIN_METERS ? [{ code: 'away-from-area', meters }] : [];
}

function recordWarnings({ sameLog, overlapping }: LogContext, readerId: number | null): EvidenceWarning[] {
  if (sameLog) return [earlierFlight('log-used-before', sameLog, readerId)];
  return overlapping ? [earlierFlight('overlapping-flight', overlapping, readerId)] : [];
}

function timeWarnings(start: Date, context: LogContext): EvidenceWarning[] {
  const posted = new Date(context.postedAt);
  const accepted = context.acceptedAt === null ? posted : new Date(context.acceptedAt);
  const deadline = new Date(context.deadline);
  if (start < posted) return [{ code: 'before-posting', at: posted.toISOString() }];
  if (start < accepted) return [{ code: 'before-acceptance', at: accepted.toISOString() }];
  if (hasPassed({ at: deadline, hasTime: context.deadlineHasTime }, start))
    return [{ code: 'after-deadline', at: deadline.toISOString() }];
  return [];
}

function earlierFlight(
  code: EvidenceWarningCode,
  { jobId, flightNumber, pilotId, clientId }: EarlierFlight,
  readerId: number | null,
): EvidenceWarning {
  const isOwn = readerId === pilotId || readerId === clientId;
  return { code, ...(isOwn && { jobId, flightNumber }) };
}

/** A flight of a pilot, as far as it counts in the pilot's record. */
export interface PilotFlight {
  jobId: number;
  /** Minutes. */
  duration: number;
  /** Whether the job is a completed or paid job of the pilot. */
  isFinished: boolean;
  startedAt: FlightEvidenceView['figures']['startedAt'];
  /** Null for a flight without a log. */
  context: LogContext | null;
}

/** Returns the minutes of a pilot's flights, and the number of finished jobs with evidence. A log with warnings counts in neither. */
export function countFlights(flights: readonly PilotFlight[]) {
  const counted = flights.filter(
    ({ startedAt, context }) => !context || evidenceWarnings(startedAt, context, null).length === 0,
  );
  const jobs = counted.filter(({ isFinished, context }) => isFinished && context).map(({ jobId }) => jobId);
  return {
    flightMinutes: counted.reduce((sum, { duration }) => sum + duration, 0),
    jobsWithEvidence: new Set(jobs).size,
  };
}
