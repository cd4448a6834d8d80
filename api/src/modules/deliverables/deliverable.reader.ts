import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { may, type Actor, type DeliverableParameters, type DeliverableView } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { SentFile } from '../../platform/http/file-answer.ts';
import { contentDisposition } from '../attachments/attachment-file.ts';
import { AttachmentContents } from '../attachments/content/attachment-contents.ts';
import { PartedContent } from '../attachments/content/parted-content.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { Deliverable, DeliverablePart } from './deliverable.entity.ts';
import { toDeliverableView } from './deliverable.mapper.ts';

const COMPLETED = { completedAt: Not(IsNull()) };

/** Reads deliverables for the owner and the assigned pilot of a job. Any other user gets `not_found`. */
@Injectable()
export class DeliverableReader {
  constructor(
    @InjectRepository(Deliverable) private readonly deliverables: Repository<Deliverable>,
    private readonly contents: AttachmentContents,
    private readonly jobs: JobReader,
  ) {}

  /** Returns the deliverables of a job, oldest first. The pilot, who may still add some, also gets the unfinished uploads. */
  async list(actor: Actor, jobId: number): Promise<DeliverableView[]> {
    const job = await this.jobs.find(jobId);
    requireJobAccess('deliverables.read', actor, job);
    const shown = may('deliverables.add', actor, job) ? {} : COMPLETED;
    const rows = await this.deliverables.find({ where: { jobId, ...shown }, order: { id: 'ASC' } });
    return rows.map(toDeliverableView);
  }

  /** Returns a completed deliverable as a file to send. Throws `not_found`. */
  async file(actor: Actor, { id: jobId, deliverableId: id }: DeliverableParameters): Promise<SentFile> {
    requireJobAccess('deliverables.read', actor, await this.jobs.find(jobId));
    const deliverable = await this.deliverables.findOneBy({ id, jobId, ...COMPLETED });
    if (!deliverable) throw new DomainError('not_found');
    const content = await this.contentOf(id);
    return {
      size: deliverable.fileSize,
      etag: content.etag,
      // Browsers save every type.
      mediaType: 'application/octet-stream',
      disposition: contentDisposition('attachment', deliverable.fileName),
      open: (range) => content.open(range),
    };
  }

  /** Returns the preview of a completed image. Throws `not_found`. */
  async preview(actor: Actor, { id: jobId, deliverableId: id }: DeliverableParameters): Promise<Buffer> {
    requireJobAccess('deliverables.read', actor, await this.jobs.find(jobId));
    const where = { id, jobId, ...COMPLETED };
    const found = await this.deliverables.findOne({ select: { id: true, preview: true }, where });
    if (!found?.preview) throw new DomainError('not_found');
    return found.preview;
  }

  /** Returns the stored parts of a deliverable without an access check. */
  async contentOf(deliverableId: number): Promise<PartedContent> {
    const where = { deliverableId };
    const parts = await this.deliverables.manager.find(DeliverablePart, { where, order: { part: 'ASC' } });
    return new PartedContent(this.contents, `deliverable ${deliverableId}`, parts);
  }
}
