import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import {
  deliverableFormat,
  DELIVERABLES_JOB_MAX_BYTES,
  DELIVERABLES_PER_JOB,
  OPEN_UPLOADS_PER_PILOT,
  UPLOAD_KEPT_DAYS,
  type Actor,
  type DeliverableBody,
  type DeliverableParameters,
  type DeliverableView,
} from '@dps/contract';
import { deleteRows } from '../../platform/database/changed-rows.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { normalizedFileName } from '../attachments/attachment-file.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { Job } from '../jobs/job.entity.ts';
import { requireJobAccess, type JobPermission } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { AccountQuotas } from '../users/account-quotas.ts';
import { Deliverable } from './deliverable.entity.ts';
import { toDeliverableView } from './deliverable.mapper.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Starts uploads of deliverables, and deletes deliverables. */
@Injectable()
export class DeliverableService {
  constructor(
    @InjectRepository(Deliverable) private readonly deliverables: Repository<Deliverable>,
    private readonly jobs: JobReader,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Starts the upload of a file, which reserves its size. Throws `forbidden`, `job_locked`, `invalid_file` for an
   * unsupported extension, `quota_exceeded`, or `too_many_deliverables`.
   */
  async startUpload(actor: Actor, jobId: number, body: DeliverableBody): Promise<DeliverableView> {
    requireJobAccess('deliverables.add', actor, await this.jobs.find(jobId));
    const fileName = normalizedFileName(body.fileName);
    const format = deliverableFormat(fileName);
    if (!format) throw new DomainError('invalid_file', { message: TEXTS.deliverableUnsupported });
    const deliverable = this.deliverables.create({
      jobId,
      uploadedBy: actor.id,
      fileName,
      fileType: format.type,
      mediaType: format.mediaType,
      fileSize: body.fileSize,
      fileModifiedAt: new Date(body.lastModified),
      uploadExpiresAt: new Date(Date.now() + UPLOAD_KEPT_DAYS * DAY_MS),
    });
    await this.deliverables.manager.transaction(async (manager) => {
      await this.quotas.requireStorage(manager, actor, body.fileSize);
      await lockJob(manager, 'deliverables.add', actor, jobId);
      await requireRoom(manager, deliverable);
      await manager.insert(Deliverable, deliverable);
    });
    return toDeliverableView(deliverable);
  }

  /**
   * Deletes a deliverable, or cancels its upload. The sweep then removes its contents. Throws `forbidden`, `not_found`, or
   * `job_locked` for a paid job.
   */
  async remove(actor: Actor, { id: jobId, deliverableId: id }: DeliverableParameters): Promise<void> {
    requireJobAccess('deliverables.remove', actor, await this.jobs.find(jobId));
    await this.deliverables.manager.transaction(async (manager) => {
      const job = await lockJob(manager, 'deliverables.remove', actor, jobId);
      const [deleted] = await deleteRows(manager, Deliverable, { id, jobId, uploadedBy: actor.id });
      if (!deleted) throw new DomainError('not_found');
      if (!deleted.completedAt) return;
      const removed = { before: { fileName: deleted.fileName }, after: null };
      await recordJobEvent(manager, { kind: 'file-removed', job, actorId: actor.id, ...removed });
    });
  }
}

/** Locks the job, so that it is not paid meanwhile and concurrent uploads cannot exceed its limits. Checks the permission. */
export async function lockJob(
  manager: EntityManager,
  permission: JobPermission,
  actor: Actor,
  id: number,
): Promise<Job> {
  const job = await manager.findOne(Job, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!job) throw new DomainError('not_found');
  requireJobAccess(permission, actor, job);
  return job;
}

/** Requires room in the job, and in the account, which is locked. Unfinished uploads count with their declared size. */
async function requireRoom(manager: EntityManager, added: Deliverable): Promise<void> {
  const { jobId, uploadedBy, fileSize } = added;
  const count = await manager.countBy(Deliverable, { jobId });
  const bytes = (await manager.sum(Deliverable, 'fileSize', { jobId })) ?? 0;
  if (count >= DELIVERABLES_PER_JOB || bytes + fileSize > DELIVERABLES_JOB_MAX_BYTES)
    throw new DomainError('too_many_deliverables');
  const open = await manager.countBy(Deliverable, { uploadedBy, completedAt: IsNull() });
  if (open >= OPEN_UPLOADS_PER_PILOT)
    throw new DomainError('too_many_deliverables', { message: TEXTS.tooManyOpenUploads });
}
