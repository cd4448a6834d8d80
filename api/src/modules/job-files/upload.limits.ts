import { IsNull, Not, type EntityManager } from 'typeorm';
import {
  ATTACHMENT_UPLOAD_HOURS,
  ATTACHMENTS_PER_JOB,
  DELIVERABLES_JOB_MAX_BYTES,
  DELIVERABLES_PER_JOB,
  OPEN_UPLOADS_PER_PILOT,
  UPLOAD_KEPT_DAYS,
  type Actor,
  type FilePurpose,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { lockJob } from '../jobs/job.changes.ts';
import type { Job } from '../jobs/job.entity.ts';
import { requireJobAccess, type JobPermission } from '../jobs/job.policy.ts';
import { requireNoLog } from '../flight-data/log/flight-log.ts';
import { JobFile } from './job-file.entity.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The permission to send files of each purpose, and the time for which an unfinished upload is kept. */
export const UPLOADS = {
  attachment: { permission: 'attachments.add', keptMs: ATTACHMENT_UPLOAD_HOURS * HOUR_MS },
  deliverable: { permission: 'deliverables.add', keptMs: UPLOAD_KEPT_DAYS * 24 * HOUR_MS },
  'flight-log': { permission: 'flight-records.add', keptMs: UPLOAD_KEPT_DAYS * 24 * HOUR_MS },
  message: { permission: 'messages.attach', keptMs: UPLOAD_KEPT_DAYS * 24 * HOUR_MS },
} as const satisfies Record<FilePurpose, { permission: JobPermission; keptMs: number }>;

const OPEN = { completedAt: IsNull() };
/** The files of messages that are not sent yet, whether they are completed or not. */
const UNSENT = { messageId: IsNull() };
/** The files of a purpose that their user may cancel, and that count as open uploads. */
export const openUploads = (purpose: FilePurpose) => (purpose === 'message' ? UNSENT : OPEN);

export const COMPLETED = { completedAt: Not(IsNull()) };

/** Locks the job, so that it is not paid meanwhile and concurrent uploads cannot exceed its limits. Checks the permission. */
export async function lockJobFor(
  manager: EntityManager,
  permission: JobPermission,
  actor: Actor,
  id: number,
): Promise<Job> {
  const job = await lockJob(manager, id);
  requireJobAccess(permission, actor, job);
  return job;
}

/** Requires room for an attachment of a job. Unfinished uploads and the file `id`, if given, do not count. */
export async function requireAttachmentRoom(manager: EntityManager, jobId: number, id = 0): Promise<void> {
  const others = { jobId, purpose: 'attachment' as const, id: Not(id), ...COMPLETED };
  const attached = await manager.countBy(JobFile, others);
  if (attached >= ATTACHMENTS_PER_JOB) throw new DomainError('too_many_attachments');
}

/** Requires room for a new file of its purpose, in the transaction that has locked the job. */
export const requireRoom = {
  attachment: (manager, { jobId }) => requireAttachmentRoom(manager, jobId),
  deliverable: requireDeliverableRoom,
  'flight-log': async (manager, added) => {
    await requireNoLog(manager, added);
    await requireFewOpenUploads(manager, added);
  },
  message: requireFewOpenUploads,
} as const satisfies Record<FilePurpose, (manager: EntityManager, added: JobFile) => Promise<void>>;

/** Requires room in the job and in the account for a new deliverable. Unfinished uploads count with their declared size. */
async function requireDeliverableRoom(manager: EntityManager, added: JobFile): Promise<void> {
  const { jobId, fileSize, purpose } = added;
  const count = await manager.countBy(JobFile, { jobId, purpose });
  const bytes = (await manager.sum(JobFile, 'fileSize', { jobId, purpose })) ?? 0;
  if (count >= DELIVERABLES_PER_JOB || bytes + fileSize > DELIVERABLES_JOB_MAX_BYTES)
    throw new DomainError('too_many_deliverables');
  await requireFewOpenUploads(manager, added);
}

async function requireFewOpenUploads(
  manager: EntityManager,
  { uploadedBy, purpose }: JobFile,
): Promise<void> {
  const open = await manager.countBy(JobFile, { uploadedBy, purpose, ...openUploads(purpose) });
  if (open >= OPEN_UPLOADS_PER_PILOT)
    throw new DomainError('too_many_deliverables', { message: TEXTS.tooManyOpenUploads });
}
