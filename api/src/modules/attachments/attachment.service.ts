import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import {
  ATTACHMENTS_PER_JOB,
  type Actor,
  type AttachmentBody,
  type AttachmentParameters,
  type AttachmentView,
} from '@dps/shared-contracts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Job } from '../jobs/job.entity.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { AttachmentContentStore } from './attachment-content.store.ts';
import { readAttachedFile } from './attachment-file.ts';
import { JobAttachment } from './attachment.entity.ts';
import { toAttachmentView } from './attachment.mapper.ts';

/** A file on its way out. */
export interface Download {
  attachment: JobAttachment;
  content: Readable;
}

@Injectable()
export class AttachmentService {
  constructor(
    @InjectRepository(JobAttachment) private readonly attachments: Repository<JobAttachment>,
    private readonly contents: AttachmentContentStore,
    private readonly jobs: JobReader,
  ) {}

  /**
   * Attaches a file to the actor's own job. Throws `forbidden`, `job_locked`, `invalid_file`, `payload_too_large` or
   * `too_many_attachments`.
   */
  async add(actor: Actor, jobId: number, body: AttachmentBody): Promise<AttachmentView> {
    requireJobAccess('attachments.add', actor, await this.jobs.find(jobId));
    const { content, mediaType } = readAttachedFile(body);
    return this.attachments.manager.transaction(async (manager) => {
      await this.requireRoom(manager, actor, jobId);
      const attachment = manager.create(JobAttachment, {
        jobId,
        fileName: body.fileName,
        fileType: body.fileType,
        mediaType,
        fileSize: content.length,
        uploadedBy: actor.id,
      });
      await manager.insert(JobAttachment, attachment);
      await this.contents.put(manager, attachment.id, content);
      return toAttachmentView(attachment);
    });
  }

  /** An attachment's file. Throws `not_found` unless the actor may read the job. */
  async open(actor: Actor, { id: jobId, attachmentId }: AttachmentParameters): Promise<Download> {
    requireJobAccess('attachments.read', actor, await this.jobs.find(jobId));
    const attachment = await this.attachments.findOneBy({ id: attachmentId, jobId });
    if (!attachment) throw new DomainError('not_found');
    return { attachment, content: this.contents.read(attachment.id, attachment.fileSize) };
  }

  /** Holds the job, so that of many uploads at once no more than the limit get in. */
  private async requireRoom(manager: EntityManager, actor: Actor, jobId: number): Promise<void> {
    const job = await manager.findOne(Job, { where: { id: jobId }, lock: { mode: 'pessimistic_write' } });
    if (!job) throw new DomainError('not_found');
    requireJobAccess('attachments.add', actor, job);
    const attached = await manager.countBy(JobAttachment, { jobId });
    if (attached >= ATTACHMENTS_PER_JOB) throw new DomainError('too_many_attachments');
  }
}
