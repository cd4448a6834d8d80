import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import {
  ATTACHMENTS_PER_JOB,
  type Actor,
  type AttachmentBody,
  type AttachmentParameters,
  type AttachmentView,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { fileOf } from '../../platform/files/received-file.ts';
import type { SentFile } from '../../platform/http/file-answer.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { Job } from '../jobs/job.entity.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { AccountQuotas } from '../users/account-quotas.ts';
import { TEXTS } from '../../texts.ts';
import { checkAttachedFile, contentOf, contentDisposition, normalizedFileName } from './attachment-file.ts';
import { JobAttachment } from './attachment.entity.ts';
import { toAttachmentView } from './attachment.mapper.ts';
import { fitsContainer } from './word-document.ts';
import { AttachmentContents } from './content/attachment-contents.ts';

@Injectable()
export class AttachmentService {
  constructor(
    @InjectRepository(JobAttachment) private readonly attachments: Repository<JobAttachment>,
    private readonly contents: AttachmentContents,
    private readonly jobs: JobReader,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Attaches a file to the actor's own job. The content is stored before the transaction, which then waits for no store. If
   * the transaction fails, the content is removed. Throws `forbidden`, `job_locked`, `invalid_file`, `payload_too_large`,
   * `too_many_attachments`, `quota_exceeded` or `unavailable`.
   *
   * @param key the idempotency key of the request, if any: if the actor has used it before, the existing attachment is returned
   */
  async add(actor: Actor, jobId: number, body: AttachmentBody, key: string | null): Promise<AttachmentView> {
    requireJobAccess('attachments.add', actor, await this.jobs.find(jobId));
    const existing = await this.ofKey(actor, key);
    if (existing) return toAttachmentView(existing);
    const bytes = contentOf(body);
    const mediaType = checkAttachedFile(body, bytes);
    const file = fileOf(bytes);
    if (!(await fitsContainer(mediaType, file)))
      throw new DomainError('invalid_file', { message: TEXTS.fileTypeMismatch });
    await requireRoom(this.attachments.manager, jobId);
    const content = await this.contents.put(file);
    const attachment = this.attachments.create({
      jobId,
      fileName: normalizedFileName(body.fileName),
      fileType: body.fileType,
      mediaType,
      fileSize: file.size,
      uploadedBy: actor.id,
      contentStore: content.store,
      contentKey: content.key,
      contentSha256: file.sha256,
      idempotencyKey: key,
    });
    try {
      await this.attachments.manager.transaction(async (manager) => {
        await this.quotas.requireStorage(manager, actor, file.size);
        const job = await lockJob(manager, actor, jobId);
        await requireRoom(manager, jobId);
        await manager.insert(JobAttachment, attachment);
        const added = { before: null, after: { fileName: attachment.fileName } };
        await recordJobEvent(manager, { kind: 'file-added', job, actorId: actor.id, ...added });
        await this.contents.claim(manager, content);
      });
    } catch (error) {
      await this.contents.abandon(content);
      // A concurrent request with the same key may have stored the file.
      const stored = await this.ofKey(actor, key);
      if (stored) return toAttachmentView(stored);
      throw error;
    }
    return toAttachmentView(attachment);
  }

  /** Returns the attachment that the actor has added with an idempotency key. */
  private async ofKey({ id }: Actor, idempotencyKey: string | null): Promise<JobAttachment | null> {
    if (idempotencyKey === null) return null;
    return await this.attachments.findOneBy({ uploadedBy: id, idempotencyKey });
  }

  /** Returns an attachment as a file to send. Throws `not_found` unless the actor may read the job. */
  async file(actor: Actor, { id: jobId, attachmentId }: AttachmentParameters): Promise<SentFile> {
    requireJobAccess('attachments.read', actor, await this.jobs.find(jobId));
    const attachment = await this.attachments.findOneBy({ id: attachmentId, jobId });
    if (!attachment) throw new DomainError('not_found');
    const { contentStore: store, contentKey: key, fileSize: size, contentSha256: sha256 } = attachment;
    const { fileName, fileType, mediaType } = attachment;
    return {
      size,
      etag: `"${sha256.toString('base64url')}"`,
      mediaType,
      // Browsers display PDFs and images, and save other types.
      disposition: contentDisposition(fileType === 'document' ? 'attachment' : 'inline', fileName),
      open: (range) => this.contents.open({ store, key, size, sha256 }, `attachment ${attachmentId}`, range),
    };
  }
}

/** Locks the job, so that concurrent uploads cannot exceed the limit. */
async function lockJob(manager: EntityManager, actor: Actor, id: number): Promise<Job> {
  const job = await manager.findOne(Job, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!job) throw new DomainError('not_found');
  requireJobAccess('attachments.add', actor, job);
  return job;
}

async function requireRoom(manager: EntityManager, jobId: number): Promise<void> {
  const attached = await manager.countBy(JobAttachment, { jobId });
  if (attached >= ATTACHMENTS_PER_JOB) throw new DomainError('too_many_attachments');
}
