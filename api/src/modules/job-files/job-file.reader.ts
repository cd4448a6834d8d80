import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { may, type Actor, type DeliverableView, type FilePurpose } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { contentDisposition, type SentFile } from '../../platform/http/file-response.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { FileContents } from './content/file-contents.ts';
import { PartedContent } from './content/parted-content.ts';
import { JobFile, JobFilePart } from './job-file.entity.ts';
import { toDeliverableView } from './job-file.mapper.ts';
import { COMPLETED } from './upload.limits.ts';

/** The ids of a job and of one of its files. */
interface FileIds {
  jobId: number;
  id: number;
}

/** The files of a purpose that a user may read. A pilot does not read the deliverables of earlier and later pilots. */
const ofReader = ({ id, role }: Actor, purpose: FilePurpose) => ({
  purpose,
  ...(purpose === 'deliverable' && role === 'pilot' && { uploadedBy: id }),
});

/** Reads the files of jobs. A user without access to a file gets `not_found`. */
@Injectable()
export class JobFileReader {
  constructor(
    @InjectRepository(JobFile) private readonly files: Repository<JobFile>,
    private readonly contents: FileContents,
    private readonly jobs: JobReader,
  ) {}

  /**
   * Returns the deliverables of a job, oldest first; for a pilot, the own ones. The pilot who may still add some also gets the
   * unfinished uploads.
   */
  async deliverables(actor: Actor, jobId: number): Promise<DeliverableView[]> {
    const job = await this.jobs.find(jobId);
    requireJobAccess('deliverables.read', actor, job);
    const shown = may('deliverables.add', actor, job) ? {} : COMPLETED;
    const where = { ...ofReader(actor, 'deliverable'), jobId, ...shown };
    const rows = await this.files.find({ where, order: { id: 'ASC' } });
    return rows.map(toDeliverableView);
  }

  /** Returns a completed file to send. Throws `not_found`. */
  async file(actor: Actor, purpose: 'attachment' | 'deliverable', { jobId, id }: FileIds): Promise<SentFile> {
    requireJobAccess(`${purpose}s.read`, actor, await this.jobs.find(jobId));
    const file = await this.files.findOneBy({ id, jobId, ...ofReader(actor, purpose), ...COMPLETED });
    if (!file) throw new DomainError('not_found');
    return this.sent(file);
  }

  /** Returns the log of a flight record without an access check. Throws `not_found`. */
  async logOf(recordId: number): Promise<JobFile> {
    const file = await this.files.findOneBy({ recordId, ...COMPLETED });
    if (!file) throw new DomainError('not_found');
    return file;
  }

  /** Returns a file of a message to send without an access check. Throws `not_found`. */
  async ofMessage(id: number): Promise<SentFile> {
    const file = await this.files.findOneBy({ id });
    if (!file) throw new DomainError('not_found');
    return this.sent(file);
  }

  /** Returns a file to send without an access check. */
  async sent(file: JobFile): Promise<SentFile> {
    const { purpose } = file;
    const content = await this.contentOf(file);
    // Browsers display attached PDFs and images, and save all other files.
    const isShown = purpose === 'attachment' && file.fileType !== 'document';
    return {
      size: file.fileSize,
      etag: content.etag,
      mediaType: purpose === 'attachment' ? file.mediaType : 'application/octet-stream',
      disposition: contentDisposition(isShown ? 'inline' : 'attachment', file.fileName),
      open: (range) => content.open(range),
    };
  }

  /** Returns the preview of a delivered image. Throws `not_found`. */
  async preview(actor: Actor, { jobId, id }: FileIds): Promise<Buffer> {
    requireJobAccess('deliverables.read', actor, await this.jobs.find(jobId));
    const where = { id, jobId, ...ofReader(actor, 'deliverable'), ...COMPLETED };
    const found = await this.files.findOne({ select: { id: true, preview: true }, where });
    if (!found?.preview) throw new DomainError('not_found');
    return found.preview;
  }

  /** Returns the stored parts of a file without an access check. */
  async contentOf({ id, purpose }: Pick<JobFile, 'id' | 'purpose'>): Promise<PartedContent> {
    const where = { fileId: id };
    const parts = await this.files.manager.find(JobFilePart, { where, order: { part: 'ASC' } });
    return new PartedContent(this.contents, `${purpose} ${id}`, parts);
  }

  /** Returns the file that the actor has sent with an idempotency key. */
  async ofKey({ id }: Actor, idempotencyKey: string | null): Promise<JobFile | null> {
    if (idempotencyKey === null) return null;
    return await this.files.findOneBy({ uploadedBy: id, idempotencyKey });
  }
}
