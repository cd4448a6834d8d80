import { IsNull, type EntityManager } from 'typeorm';
import { sendJob } from '../../../platform/background/send-job.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { recordJobEvent } from '../../job-events/record-job-event.ts';
import type { Job } from '../../jobs/job.entity.ts';
import { FlightRecord } from '../flight-record.entity.ts';

/** The file of a log. */
interface LogFile {
  jobId: number;
  recordId: number | null;
  uploadedBy: number;
  fileName: string;
  /** Bytes. */
  fileSize: number;
}

/** Requires a record of the sender and the job that has no log. Throws `not_found` or `upload_conflict`. */
export async function requireNoLog(
  manager: EntityManager,
  { recordId, jobId, uploadedBy }: LogFile,
): Promise<FlightRecord> {
  const record =
    recordId === null
      ? null
      : await manager.findOneBy(FlightRecord, { id: recordId, jobId, pilotId: uploadedBy });
  if (!record) throw new DomainError('not_found');
  if (record.log) throw new DomainError('upload_conflict');
  return record;
}

/**
 * Adds a completely uploaded log to its record and sends the job that reads it, in the transaction that has locked the job of the
 * record. Throws `upload_conflict` if the record has a log.
 */
export async function startCheck(manager: EntityManager, job: Job, file: LogFile): Promise<void> {
  const { id, flightNumber } = await requireNoLog(manager, file);
  const { fileName, fileSize, uploadedBy: actorId } = file;
  const log = { state: 'checking', refusal: null, fileName, fileSize, sha256: null } as const;
  await manager.update(FlightRecord, { id, log: IsNull() }, { log });
  await sendJob(manager, 'read-flight-log', id);
  const after = { flightNumber, logState: log.state };
  await recordJobEvent(manager, { kind: 'flight-log', job, actorId, after });
}
