import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import {
  ATTACHMENT_MAX_BYTES,
  UPLOAD_PART_BYTES,
  type Actor,
  type AttachmentBody,
  type AttachmentView,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { decodeBase64 } from '../../platform/files/base64.ts';
import { fileOf, inMemory, type ReceivedFile } from '../../platform/files/received-file.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { AccountQuotas } from '../users/account-quotas.ts';
import { TEXTS } from '../../texts.ts';
import { FileContents } from './content/file-contents.ts';
import type { ContentPlace } from './content/unclaimed-contents.ts';
import { formatOf, normalizedFileName, requireFormat, requireStart } from './file-format.ts';
import { JobFile, JobFilePart } from './job-file.entity.ts';
import { toAttachmentView, toPartRow } from './job-file.mapper.ts';
import { JobFileReader } from './job-file.reader.ts';
import { lockJobFor, requireAttachmentRoom } from './upload.limits.ts';

interface PlacedPart {
  received: ReceivedFile;
  place: ContentPlace;
}

/** Returns the decoded content of an attachment. Throws `invalid_file` or `payload_too_large`. */
function contentOf({ fileData, fileSize }: Pick<AttachmentBody, 'fileData' | 'fileSize'>): Buffer {
  const content = decodeBase64(fileData);
  if (!content) throw new DomainError('invalid_file', { message: TEXTS.fileEmptyOrNotBase64 });
  if (content.length > ATTACHMENT_MAX_BYTES) throw new DomainError('payload_too_large');
  if (content.length !== fileSize) throw new DomainError('invalid_file', { message: TEXTS.fileSizeMismatch });
  return content;
}

/** Attaches files that arrive completely, in one body of JSON. */
@Injectable()
export class AttachmentService {
  constructor(
    @InjectRepository(JobFile) private readonly files: Repository<JobFile>,
    private readonly contents: FileContents,
    private readonly reader: JobFileReader,
    private readonly jobs: JobReader,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Attaches a file to the actor's own job. Its parts are stored before the transaction, which then waits for no store. If the
   * transaction fails, they are removed. Throws `forbidden`, `job_locked`, `invalid_file`, `payload_too_large`,
   * `too_many_attachments`, `quota_exceeded` or `unavailable`.
   *
   * @param key the idempotency key of the request, if any: if the actor has used it before, the existing attachment is returned
   */
  async add(actor: Actor, jobId: number, body: AttachmentBody, key: string | null): Promise<AttachmentView> {
    requireJobAccess('attachments.add', actor, await this.jobs.find(jobId));
    const existing = await this.reader.ofKey(actor, key);
    if (existing) return toAttachmentView(existing);
    const bytes = contentOf(body);
    const attachment = await this.checked(actor, jobId, body, bytes, key);
    await requireAttachmentRoom(this.files.manager, jobId);
    const parts: PlacedPart[] = [];
    try {
      for (let at = 0; at < bytes.length; at += UPLOAD_PART_BYTES) {
        const received = fileOf(bytes.subarray(at, at + UPLOAD_PART_BYTES));
        parts.push({ received, place: await this.contents.put(received) });
      }
      await this.files.manager.transaction(async (manager) => {
        await this.quotas.requireStorage(manager, actor, attachment.fileSize);
        const job = await lockJobFor(manager, 'attachments.add', actor, jobId);
        await requireAttachmentRoom(manager, jobId);
        await manager.insert(JobFile, attachment);
        const after = { fileName: attachment.fileName };
        await recordJobEvent(manager, { kind: 'file-added', job, actorId: actor.id, after });
        for (const [index, { received, place }] of parts.entries()) {
          await manager.insert(JobFilePart, toPartRow(attachment.id, index + 1, received, place));
          await this.contents.claim(manager, place);
        }
      });
    } catch (error) {
      for (const { place } of parts) await this.contents.abandon(place);
      // A concurrent request with the same key may have stored the file.
      const stored = await this.reader.ofKey(actor, key);
      if (stored) return toAttachmentView(stored);
      throw error;
    }
    return toAttachmentView(attachment);
  }

  /** Returns the row of an attachment whose content, name and description agree. Throws `invalid_file`. */
  private async checked(
    { id: uploadedBy }: Actor,
    jobId: number,
    body: AttachmentBody,
    bytes: Buffer,
    idempotencyKey: string | null,
  ): Promise<JobFile> {
    const fileName = normalizedFileName(body.fileName);
    const { type: fileType, mediaType } = formatOf('attachment', fileName);
    if (fileType !== body.fileType)
      throw new DomainError('invalid_file', { message: TEXTS.fileTypeMismatch });
    const file = inMemory(bytes);
    await requireStart(mediaType, file);
    await requireFormat(mediaType, file);
    const now = new Date();
    return this.files.create({
      jobId,
      purpose: 'attachment',
      uploadedBy,
      fileName,
      fileType,
      mediaType,
      fileSize: file.size,
      receivedBytes: file.size,
      fileModifiedAt: now,
      completedAt: now,
      idempotencyKey,
    });
  }
}
