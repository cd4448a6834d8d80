import { hash, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { AttachmentPart } from '../../modules/attachments/content/attachment-part.entity.ts';
import { Deliverable, DeliverablePart } from '../../modules/deliverables/deliverable.entity.ts';
import { makePreview } from '../../modules/deliverables/preview.ts';
import { recordJobEvent } from '../../modules/job-events/record-job-event.ts';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { fileOf } from '../../platform/files/received-file.ts';
import { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import type { DemoFile } from './demo-jobs.ts';
import { readFile } from './seed-job-parts.ts';

const images = new ImageDecoder(new Metrics());

/** Inserts the files that the job's pilot has delivered. */
export async function seedDeliverables(
  manager: EntityManager,
  job: Job,
  files: readonly DemoFile[],
  at: Date,
): Promise<void> {
  for (const file of files) {
    if (job.pilotId === null) throw new Error(`"${job.title}" has deliverables but no pilot`);
    const { fileName, mediaType, bytes } = await readFile(file, job.title);
    const preview = await makePreview(images, mediaType, fileOf(bytes), job.pilotId);
    const deliverable = manager.create(Deliverable, {
      jobId: job.id,
      uploadedBy: job.pilotId,
      fileName,
      fileType: mediaType === 'image/jpeg' ? 'image' : 'pdf',
      mediaType,
      fileSize: bytes.length,
      fileModifiedAt: at,
      receivedBytes: bytes.length,
      preview,
      hasPreview: preview !== null,
      createdAt: at,
      completedAt: at,
    });
    await manager.insert(Deliverable, deliverable);
    const contentKey = randomUUID();
    await manager.insert(AttachmentPart, { contentKey, part: 0, content: bytes });
    await manager.insert(DeliverablePart, {
      deliverableId: deliverable.id,
      part: 1,
      size: bytes.length,
      contentStore: 'database',
      contentKey,
      contentSha256: hash('sha256', bytes, 'buffer'),
    });
    const event = { kind: 'file-added', job, actorId: job.pilotId, at } as const;
    await recordJobEvent(manager, { ...event, after: { fileName } });
  }
}
