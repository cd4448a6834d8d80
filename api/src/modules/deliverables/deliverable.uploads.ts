import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import {
  DELIVERABLE_PART_BYTES,
  type Actor,
  type DeliverableParameters,
  type DeliverablePartParameters,
  type DeliverableView,
} from '@dps/contract';
import { BoundedQueue } from '../../platform/concurrency/bounded-queue.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { HEAD_BYTES } from '../../platform/files/media-type.ts';
import type { ReceivedFile } from '../../platform/files/received-file.ts';
import { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { TEXTS } from '../../texts.ts';
import { AttachmentContents } from '../attachments/content/attachment-contents.ts';
import type { ContentPlace } from '../attachments/content/unclaimed-contents.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { fitsFormat, startsAs } from './deliverable-file.ts';
import { Deliverable, DeliverablePart } from './deliverable.entity.ts';
import { toDeliverableView } from './deliverable.mapper.ts';
import { DeliverableReader } from './deliverable.reader.ts';
import { lockJob } from './deliverable.service.ts';
import { makePreview } from './preview.ts';

/** A check holds one part in memory. */
const CHECKS_AT_A_TIME = 1;
const MOST_CHECKS_WAITING = 50;

const mismatch = () => new DomainError('invalid_file', { message: TEXTS.fileTypeMismatch });

/** Receives the parts of deliverables in order, and completes them. */
@Injectable()
export class DeliverableUploads {
  private readonly checks = new BoundedQueue(CHECKS_AT_A_TIME, MOST_CHECKS_WAITING);

  constructor(
    @InjectRepository(Deliverable) private readonly deliverables: Repository<Deliverable>,
    private readonly contents: AttachmentContents,
    private readonly reader: DeliverableReader,
    private readonly jobs: JobReader,
    private readonly images: ImageDecoder,
  ) {}

  /**
   * Stores the next part of a file. A part that is stored already is accepted again if its content is the same, so a sender
   * may repeat a part without knowing whether it arrived.
   *
   * Throws `forbidden`, `not_found`, `job_locked`, `upload_conflict` for any other part, or `invalid_file`
   * for a wrong size and for a first part of another type.
   */
  async addPart(
    actor: Actor,
    parameters: DeliverablePartParameters,
    file: ReceivedFile,
  ): Promise<DeliverableView> {
    const { part } = parameters;
    const deliverable = await this.find(actor, parameters);
    const start = (part - 1) * DELIVERABLE_PART_BYTES;
    if (start > deliverable.receivedBytes) throw new DomainError('upload_conflict');
    if (start < deliverable.receivedBytes) return this.acceptAgain(deliverable, part, file);
    if (file.size !== Math.min(DELIVERABLE_PART_BYTES, deliverable.fileSize - start))
      throw new DomainError('invalid_file', { message: TEXTS.partSizeMismatch });
    if (part === 1 && !startsAs(deliverable.mediaType, await file.readAt(0, HEAD_BYTES))) throw mismatch();
    const content = await this.contents.put(file);
    const isNext = await this.insert(deliverable, part, file, content).catch(async (error: unknown) => {
      await this.contents.abandon(content);
      throw error;
    });
    if (isNext) return { ...toDeliverableView(deliverable), receivedBytes: start + file.size };
    // Another request has stored this part meanwhile.
    await this.contents.abandon(content);
    return this.acceptAgain(await this.find(actor, parameters), part, file);
  }

  /**
   * Checks the content of a completely received file and shows it to the client. The second completion changes nothing. A
   * file of another type is deleted. Throws `forbidden`, `not_found`, `job_locked`, `invalid_file`, or `upload_conflict` for
   * an incomplete file.
   */
  async complete(actor: Actor, parameters: DeliverableParameters): Promise<DeliverableView> {
    const deliverable = await this.find(actor, parameters);
    if (deliverable.completedAt) return toDeliverableView(deliverable);
    if (deliverable.receivedBytes < deliverable.fileSize) throw new DomainError('upload_conflict');
    const preview = await this.check(actor, deliverable).catch(async (error: unknown) => {
      if (error instanceof DomainError && error.code === 'invalid_file')
        await this.deliverables.delete({ id: deliverable.id, completedAt: IsNull() });
      throw error;
    });
    await this.deliverables.manager.transaction(async (manager) => {
      const job = await lockJob(manager, 'deliverables.add', actor, deliverable.jobId);
      const { affected } = await manager.update(
        Deliverable,
        { id: deliverable.id, completedAt: IsNull() },
        { completedAt: new Date(), uploadExpiresAt: null, preview, hasPreview: preview !== null },
      );
      // The history of a job has a file from its completion on.
      const added = { before: null, after: { fileName: deliverable.fileName } };
      if (affected) await recordJobEvent(manager, { kind: 'file-added', job, actorId: actor.id, ...added });
    });
    return toDeliverableView(await this.find(actor, parameters));
  }

  /** Returns the preview of a file, if it has one. Throws `invalid_file` for the wrong content. */
  private async check(actor: Actor, { id, mediaType }: Deliverable): Promise<Buffer | null> {
    const content = await this.reader.contentOf(id);
    if (!(await this.checks.run(() => fitsFormat(mediaType, content), actor.id))) throw mismatch();
    return makePreview(this.images, mediaType, content, actor.id);
  }

  /** Inserts a part and moves the offset of the upload. Returns false if the part is not the next one any more. */
  private insert(
    deliverable: Deliverable,
    part: number,
    file: ReceivedFile,
    content: ContentPlace,
  ): Promise<boolean> {
    const { id, receivedBytes } = deliverable;
    return this.deliverables.manager.transaction(async (manager) => {
      const next = { id, receivedBytes, completedAt: IsNull() };
      const { affected } = await manager.update(Deliverable, next, {
        receivedBytes: receivedBytes + file.size,
      });
      if (!affected) return false;
      await manager.insert(DeliverablePart, {
        deliverableId: id,
        part,
        size: file.size,
        contentStore: content.store,
        contentKey: content.key,
        contentSha256: file.sha256,
      });
      await this.contents.claim(manager, content);
      return true;
    });
  }

  private async acceptAgain(
    deliverable: Deliverable,
    part: number,
    { sha256 }: ReceivedFile,
  ): Promise<DeliverableView> {
    const where = { deliverableId: deliverable.id, part };
    const stored = await this.deliverables.manager.findOneBy(DeliverablePart, where);
    if (!stored?.contentSha256.equals(sha256)) throw new DomainError('upload_conflict');
    return toDeliverableView(deliverable);
  }

  /** Returns an upload of the actor. Throws `forbidden`, `job_locked` or `not_found`. */
  private async find(
    actor: Actor,
    { id: jobId, deliverableId: id }: DeliverableParameters,
  ): Promise<Deliverable> {
    requireJobAccess('deliverables.add', actor, await this.jobs.find(jobId));
    const deliverable = await this.deliverables.findOneBy({ id, jobId, uploadedBy: actor.id });
    if (!deliverable) throw new DomainError('not_found');
    return deliverable;
  }
}
