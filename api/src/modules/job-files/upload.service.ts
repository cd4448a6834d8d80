import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type FindOptionsWhere } from 'typeorm';
import {
  UPLOAD_PART_BYTES,
  type Actor,
  type UploadBody,
  type UploadParameters,
  type UploadPartParameters,
  type UploadView,
} from '@dps/contract';
import { BoundedQueue } from '../../platform/concurrency/bounded-queue.ts';
import { deleteRows } from '../../platform/database/changed-rows.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { TEXTS } from '../../texts.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { startCheck } from '../flight-data/log/flight-log.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { AccountQuotas } from '../users/account-quotas.ts';
import { FileContents } from './content/file-contents.ts';
import type { ContentPlace } from './content/unclaimed-contents.ts';
import { formatOf, normalizedFileName, requireFormat, requireStart } from './file-format.ts';
import { JobFile, JobFilePart } from './job-file.entity.ts';
import { toPartRow, toUploadView } from './job-file.mapper.ts';
import { JobFileReader } from './job-file.reader.ts';
import { makePreview } from './preview.ts';
import {
  COMPLETED,
  lockJobFor,
  openUploads,
  requireAttachmentRoom,
  requireRoom,
  UPLOADS,
} from './upload.limits.ts';

/** A check holds one part in memory. */
const CHECKS_AT_A_TIME = 1;
const MOST_CHECKS_WAITING = 50;

const OPEN = { completedAt: IsNull() };

/** Receives the files of jobs in parts: attachments of clients, deliverables and flight logs of pilots, and files of messages. */
@Injectable()
export class UploadService {
  private readonly checks = new BoundedQueue(CHECKS_AT_A_TIME, MOST_CHECKS_WAITING);

  constructor(
    @InjectRepository(JobFile) private readonly files: Repository<JobFile>,
    private readonly contents: FileContents,
    private readonly reader: JobFileReader,
    private readonly jobs: JobReader,
    private readonly quotas: AccountQuotas,
    private readonly images: ImageDecoder,
  ) {}

  /**
   * Starts the upload of a file, which reserves its size. Returns the upload that the actor has started with the same key, or
   * the unfinished upload of the same file, for a message also a completed one that is not sent. Throws `forbidden`,
   * `job_locked`, `thread_closed`, `invalid_file` for an unsupported extension, `quota_exceeded`, `too_many_attachments`,
   * `too_many_deliverables`, or `not_found` or `upload_conflict` for a flight log whose record is missing or has a log.
   *
   * @param key the idempotency key of the request, if any
   */
  async start(actor: Actor, jobId: number, body: UploadBody, key: string | null): Promise<UploadView> {
    const { purpose, fileSize } = body;
    const { permission, keptMs } = UPLOADS[purpose];
    requireJobAccess(permission, actor, await this.jobs.find(jobId));
    const fileName = normalizedFileName(body.fileName);
    const { type: fileType, mediaType } = formatOf(purpose, fileName);
    const fileModifiedAt = new Date(body.lastModified);
    const same = {
      jobId,
      purpose,
      uploadedBy: actor.id,
      fileName,
      fileSize,
      fileModifiedAt,
      ...(body.recordId !== undefined && { recordId: body.recordId }),
    };
    const started = await this.findStarted(actor, { ...same, ...openUploads(purpose) }, key);
    if (started) return toUploadView(started);
    const file = this.files.create({
      ...same,
      fileType,
      mediaType,
      idempotencyKey: key,
      uploadExpiresAt: new Date(Date.now() + keptMs),
    });
    const { manager } = this.files;
    try {
      await manager.transaction(async (transaction) => {
        await this.quotas.requireStorage(transaction, actor, fileSize);
        await lockJobFor(transaction, permission, actor, jobId);
        await requireRoom[purpose](transaction, file);
        await transaction.insert(JobFile, file);
      });
    } catch (error) {
      // A concurrent request with the same key may have started the upload.
      const concurrent = await this.reader.ofKey(actor, key);
      if (!concurrent) throw error;
      return toUploadView(concurrent);
    }
    return toUploadView(file);
  }

  /**
   * Returns the files that the actor has uploaded for messages about a job and not sent, oldest first. Throws `not_found`.
   */
  async unsent(actor: Actor, jobId: number): Promise<UploadView[]> {
    const purpose = 'message';
    requireJobAccess('messages.read', actor, await this.jobs.find(jobId));
    const where = { jobId, purpose, uploadedBy: actor.id, ...openUploads(purpose), ...COMPLETED } as const;
    return (await this.files.find({ where, order: { id: 'ASC' } })).map(toUploadView);
  }

  /**
   * Stores the next part of a file. A part that is stored already is accepted again if its content is the same, so a sender
   * may repeat a part without knowing whether it arrived.
   *
   * Throws `forbidden`, `not_found`, `job_locked`, `upload_conflict` for any other part, or `invalid_file`
   * for a wrong size and for a first part of another type.
   */
  async addPart(actor: Actor, parameters: UploadPartParameters, received: ReceivedFile): Promise<UploadView> {
    const { part } = parameters;
    const file = await this.find(actor, parameters);
    const start = (part - 1) * UPLOAD_PART_BYTES;
    if (start > file.receivedBytes) throw new DomainError('upload_conflict');
    if (start < file.receivedBytes) return this.acceptAgain(file, part, received);
    if (received.size !== Math.min(UPLOAD_PART_BYTES, file.fileSize - start))
      throw new DomainError('invalid_file', { message: TEXTS.partSizeMismatch });
    if (part === 1) await requireStart(file.mediaType, received);
    const content = await this.contents.put(received);
    const isNext = await this.insert(file, part, received, content).catch(async (error: unknown) => {
      await this.contents.abandon(content);
      throw error;
    });
    if (isNext) return { ...toUploadView(file), receivedBytes: start + received.size };
    // Another request has stored this part meanwhile.
    await this.contents.abandon(content);
    return this.acceptAgain(await this.find(actor, parameters), part, received);
  }

  /**
   * Checks the content of a completely received file and adds it to the job. The second completion changes nothing. A file of
   * another type is deleted. Throws `forbidden`, `not_found`, `job_locked`, `invalid_file`, `too_many_attachments`, or
   * `upload_conflict` for an incomplete file, and for a second log of a flight.
   */
  async complete(actor: Actor, parameters: UploadParameters): Promise<UploadView> {
    const file = await this.find(actor, parameters);
    if (file.completedAt) return toUploadView(file);
    if (file.receivedBytes < file.fileSize) throw new DomainError('upload_conflict');
    const { id, jobId, purpose } = file;
    const preview = await this.check(actor, file).catch(async (error: unknown) => {
      if (error instanceof DomainError && error.code === 'invalid_file')
        await this.files.delete({ id, ...OPEN });
      throw error;
    });
    await this.files.manager.transaction(async (manager) => {
      const job = await lockJobFor(manager, UPLOADS[purpose].permission, actor, jobId);
      if (purpose === 'attachment') await requireAttachmentRoom(manager, jobId, id);
      const { affected } = await manager.update(
        JobFile,
        { id, ...OPEN },
        {
          completedAt: new Date(),
          ...(purpose !== 'message' && { uploadExpiresAt: null }),
          preview,
          hasPreview: preview !== null,
        },
      );
      // A file of a message becomes visible with the message.
      if (!affected || purpose === 'message') return;
      if (purpose === 'flight-log') return startCheck(manager, job, file);
      // The history of a job has a file from its completion on.
      const after = { fileName: file.fileName };
      await recordJobEvent(manager, { kind: 'file-added', job, actorId: actor.id, after });
    });
    return toUploadView(await this.find(actor, parameters));
  }

  /**
   * Cancels an unfinished upload, or removes a file of a message that is not sent. The sweep then removes its contents. Throws
   * `forbidden`, `not_found` or `job_locked`.
   */
  async cancel(actor: Actor, parameters: UploadParameters): Promise<void> {
    const { id, purpose } = await this.find(actor, parameters);
    const { affected } = await this.files.delete({ id, ...openUploads(purpose) });
    if (!affected) throw new DomainError('not_found');
  }

  /**
   * Deletes a completed attachment or deliverable of the actor. The sweep then removes its contents. Throws `forbidden`,
   * `not_found`, or `job_locked` for an attachment of a job with a pilot, and for a deliverable of a paid job.
   */
  async remove(
    actor: Actor,
    purpose: 'attachment' | 'deliverable',
    { jobId, id }: Pick<JobFile, 'jobId' | 'id'>,
  ): Promise<void> {
    const permission = `${purpose}s.remove` as const;
    requireJobAccess(permission, actor, await this.jobs.find(jobId));
    await this.files.manager.transaction(async (manager) => {
      const job = await lockJobFor(manager, permission, actor, jobId);
      const own = { id, jobId, purpose, uploadedBy: actor.id, ...COMPLETED };
      const [deleted] = await deleteRows(manager, JobFile, own);
      if (!deleted) throw new DomainError('not_found');
      const before = { fileName: deleted.fileName };
      await recordJobEvent(manager, { kind: 'file-removed', job, actorId: actor.id, before });
    });
  }

  private async findStarted(
    actor: Actor,
    same: FindOptionsWhere<JobFile>,
    key: string | null,
  ): Promise<JobFile | null> {
    const ofKey = await this.reader.ofKey(actor, key);
    if (ofKey) return ofKey;
    const open = await this.files.findOneBy(same);
    if (open && key !== null) await this.files.update({ id: open.id }, { idempotencyKey: key });
    return open;
  }

  /** Returns the preview of a file, if it has one. Throws `invalid_file` for the wrong content. */
  private async check(actor: Actor, file: JobFile): Promise<Buffer | null> {
    const content = await this.reader.contentOf(file);
    await this.checks.run(() => requireFormat(file.mediaType, content), actor.id);
    if (file.purpose !== 'deliverable') return null;
    return makePreview(this.images, file.mediaType, content, actor.id);
  }

  /** Inserts a part and moves the offset of the upload. Returns false if the part is not the next one any more. */
  private insert(
    { id, receivedBytes }: JobFile,
    part: number,
    received: ReceivedFile,
    content: ContentPlace,
  ): Promise<boolean> {
    return this.files.manager.transaction(async (manager) => {
      const next = { id, receivedBytes, ...OPEN };
      const { affected } = await manager.update(JobFile, next, {
        receivedBytes: receivedBytes + received.size,
      });
      if (!affected) return false;
      await manager.insert(JobFilePart, toPartRow(id, part, received, content));
      await this.contents.claim(manager, content);
      return true;
    });
  }

  private async acceptAgain(file: JobFile, part: number, { sha256 }: ReceivedFile): Promise<UploadView> {
    const stored = await this.files.manager.findOneBy(JobFilePart, { fileId: file.id, part });
    if (!stored?.contentSha256.equals(sha256)) throw new DomainError('upload_conflict');
    return toUploadView(file);
  }

  /** Returns an upload of the actor. Throws `forbidden`, `job_locked` or `not_found`. */
  private async find(actor: Actor, { id: jobId, uploadId: id }: UploadParameters): Promise<JobFile> {
    const job = await this.jobs.find(jobId);
    const file = await this.files.findOneBy({ id, jobId });
    // Without a file, the role implies its purpose: a user without access to the job learns nothing about its files.
    const purpose = file?.purpose ?? (actor.role === 'client' ? 'attachment' : 'deliverable');
    requireJobAccess(UPLOADS[purpose].permission, actor, job);
    if (file?.uploadedBy !== actor.id) throw new DomainError('not_found');
    return file;
  }
}
