import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { FilePurpose } from '@dps/contract';
import { recordJobEvent } from '../../modules/job-events/record-job-event.ts';
import { ContentPart } from '../../modules/job-files/content/content-part.entity.ts';
import { JobFile, JobFilePart } from '../../modules/job-files/job-file.entity.ts';
import { toPartRow } from '../../modules/job-files/job-file.mapper.ts';
import { makePreview } from '../../modules/job-files/preview.ts';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { fileOf } from '../../platform/files/received-file.ts';
import { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import type { DemoFile } from './demo-jobs.ts';
import { groundPhoto } from './ground-photo.ts';
import { planPdf } from './plan-pdf.ts';

const images = new ImageDecoder(new Metrics());

async function readFile({ content }: DemoFile, title: string) {
  return content.kind === 'plan'
    ? { type: 'pdf' as const, mediaType: 'application/pdf' as const, bytes: planPdf(title, content.lines) }
    : { type: 'image' as const, mediaType: 'image/jpeg' as const, bytes: await groundPhoto(content.ground) };
}

/** Inserts files that the client has attached to a job, or that its pilot has delivered. */
export async function seedFiles(
  manager: EntityManager,
  purpose: FilePurpose,
  job: Job,
  files: readonly DemoFile[],
  at: Date,
): Promise<void> {
  const uploadedBy = purpose === 'attachment' ? job.clientId : job.pilotId;
  for (const demo of files) {
    if (uploadedBy === null) throw new Error(`"${job.title}" has deliverables but no pilot`);
    const { type, mediaType, bytes } = await readFile(demo, job.title);
    const content = fileOf(bytes);
    const preview =
      purpose === 'deliverable' ? await makePreview(images, mediaType, content, uploadedBy) : null;
    const file = manager.create(JobFile, {
      jobId: job.id,
      purpose,
      uploadedBy,
      fileName: demo.fileName,
      fileType: type,
      mediaType,
      fileSize: bytes.length,
      fileModifiedAt: at,
      receivedBytes: bytes.length,
      preview,
      hasPreview: preview !== null,
      createdAt: at,
      completedAt: at,
    });
    await manager.insert(JobFile, file);
    const key = randomUUID();
    await manager.insert(ContentPart, { contentKey: key, part: 0, content: bytes });
    await manager.insert(JobFilePart, toPartRow(file.id, 1, content, { store: 'database', key }));
    const event = { kind: 'file-added', job, actorId: uploadedBy, at } as const;
    await recordJobEvent(manager, { ...event, after: { fileName: demo.fileName } });
  }
}
