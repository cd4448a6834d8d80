import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { FilePurpose } from '@dps/contract';
import { readFlightLog } from '@dps/flight-logs';
import { FlightRecord, FlightTrack } from '../../modules/flight-data/flight-record.entity.ts';
import { evidenceColumns } from '../../modules/flight-data/flight-record.mapper.ts';
import { recordJobEvent } from '../../modules/job-events/record-job-event.ts';
import { ContentHashes } from '../../modules/job-files/content/block-hashes.ts';
import { ContentPart } from '../../modules/job-files/content/content-part.entity.ts';
import { JobFile, JobFilePart } from '../../modules/job-files/job-file.entity.ts';
import { toPartRow } from '../../modules/job-files/job-file.mapper.ts';
import { makePreview } from '../../modules/job-files/preview.ts';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { fileOf, type ReceivedFile } from '../../platform/files/received-file.ts';
import { ImageDecoder } from '../../platform/images/image-decoder.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { demoLog, type DemoFlightLog } from './demo-flight-log.ts';
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
    await storeFile(manager, content, at, {
      jobId: job.id,
      purpose,
      uploadedBy,
      fileName: demo.fileName,
      fileType: type,
      mediaType,
      preview,
      hasPreview: preview !== null,
    });
    const event = { kind: 'file-added', job, actorId: uploadedBy, at } as const;
    await recordJobEvent(manager, { ...event, after: { fileName: demo.fileName } });
  }
}

type FileFacts = Pick<JobFile, 'jobId' | 'purpose' | 'uploadedBy' | 'fileName' | 'fileType' | 'mediaType'>;

/** Inserts a completed file with its content, which is one part. */
async function storeFile(
  manager: EntityManager,
  content: ReceivedFile,
  at: Date,
  facts: FileFacts & Partial<JobFile>,
): Promise<void> {
  const { size, sha256, blockHashes } = content;
  const times = { fileModifiedAt: at, createdAt: at, completedAt: at };
  const file = manager.create(JobFile, { ...facts, ...times, fileSize: size, receivedBytes: size });
  await manager.insert(JobFile, file);
  const key = randomUUID();
  await manager.insert(ContentPart, { contentKey: key, part: 0, content: await content.readAt(0, size) });
  await manager.insert(ContentHashes, { contentKey: key, contentSha256: sha256, blockHashes });
  await manager.insert(JobFilePart, toPartRow(file.id, 1, content, { store: 'database', key }));
}

/** Inserts the log of a flight and its evidence, as the API reads it. */
export async function seedLog(
  manager: EntityManager,
  job: Job,
  record: FlightRecord,
  log: DemoFlightLog,
): Promise<void> {
  const { id: recordId, pilotId, flightNumber, createdAt: at } = record;
  const { fileName } = log;
  const content = fileOf(Buffer.from(demoLog(log, at)));
  const read = async (from: number, to: number) => new Uint8Array(await content.readAt(from, to - from));
  const evidence = await readFlightLog({ name: fileName, size: content.size, read }, () => {});
  await storeFile(manager, content, at, {
    jobId: job.id,
    purpose: 'flight-log',
    recordId,
    uploadedBy: pilotId,
    fileName,
    fileType: 'flight-log',
    mediaType: 'application/octet-stream',
  });
  const file = { fileName, fileSize: content.size, sha256: evidence.sha256 };
  await manager.update(FlightRecord, recordId, {
    log: { ...file, state: 'read', refusal: null },
    ...evidenceColumns(record, evidence, job.area),
  });
  if (evidence.track) await manager.insert(FlightTrack, { recordId, track: evidence.track });
  for (const [actorId, logState] of [
    [pilotId, 'checking'],
    [null, 'read'],
  ] as const)
    await recordJobEvent(manager, {
      kind: 'flight-log',
      job,
      actorId,
      at,
      after: { flightNumber, logState },
    });
}
