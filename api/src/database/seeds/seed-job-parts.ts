import { hash, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ATTACHMENT_MEDIA_TYPES } from '@dps/contract';
import { JobAttachment } from '../../modules/attachments/attachment.entity.ts';
import { AttachmentPart } from '../../modules/attachments/content/attachment-part.entity.ts';
import { FlightRecord, FlightTrack } from '../../modules/flight-data/flight-record.entity.ts';
import { toStoredEvidence } from '../../modules/flight-data/flight-record.mapper.ts';
import { recordJobEvent } from '../../modules/job-events/record-job-event.ts';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { recordPaymentChange } from '../../modules/payments/payment.changes.ts';
import { Payment } from '../../modules/payments/payment.entity.ts';
import { demoEvidence } from './demo-flight-log.ts';
import type { DemoFile, DemoFlight } from './demo-jobs.ts';
import { groundPhoto } from './ground-photo.ts';
import { planPdf } from './plan-pdf.ts';

export async function readFile({ fileName, content }: DemoFile, title: string) {
  return content.kind === 'plan'
    ? { fileName, mediaType: 'application/pdf' as const, bytes: planPdf(title, content.lines) }
    : { fileName, mediaType: 'image/jpeg' as const, bytes: await groundPhoto(content.ground) };
}

/** Inserts the files of a job, as attached when it was posted. */
export async function seedFiles(manager: EntityManager, job: Job, files: readonly DemoFile[]): Promise<void> {
  for (const file of files) {
    const { fileName, mediaType, bytes } = await readFile(file, job.title);
    const contentKey = randomUUID();
    await manager.insert(AttachmentPart, { contentKey, part: 0, content: bytes });
    await manager.insert(JobAttachment, {
      jobId: job.id,
      fileName,
      fileType: ATTACHMENT_MEDIA_TYPES[mediaType],
      mediaType,
      fileSize: bytes.length,
      uploadedBy: job.clientId,
      createdAt: job.createdAt,
      contentStore: 'database',
      contentKey,
      contentSha256: hash('sha256', bytes, 'buffer'),
    });
    const { clientId: actorId, createdAt: at } = job;
    await recordJobEvent(manager, { kind: 'file-added', job, actorId, at, after: { fileName } });
  }
}

/** Inserts a flight of the job's pilot, with its track if it has a log. */
export async function seedFlight(
  manager: EntityManager,
  job: Job,
  flight: DemoFlight,
  createdAt: Date,
): Promise<void> {
  if (job.pilotId === null) throw new Error(`"${job.title}" has flights but no pilot`);
  const { flownDaysAgo: _days, log, ...columns } = flight;
  const body = { ...columns, jobId: job.id, evidence: log && demoEvidence(log, createdAt) };
  const record = manager.create(FlightRecord, {
    ...body,
    evidence: toStoredEvidence(body),
    pilotId: job.pilotId,
    createdAt,
  });
  await manager.insert(FlightRecord, record);
  const { track } = body.evidence ?? {};
  if (track) await manager.insert(FlightTrack, { recordId: record.id, track });
  const { flightNumber, duration } = record;
  const event = { kind: 'flight-added', job, actorId: job.pilotId, at: createdAt } as const;
  await recordJobEvent(manager, { ...event, after: { flightNumber, duration } });
}

/** Inserts the payment of a job that was just paid. */
export async function seedPayment(
  manager: EntityManager,
  job: Job,
  provider: 'stripe' | 'manual',
): Promise<void> {
  const transactionId = provider === 'manual' ? `manual:${randomUUID()}` : `pi_demo_${job.id}`;
  const payment = manager.create(Payment, {
    jobId: job.id,
    provider,
    status: 'completed',
    amount: job.budget,
    refundedAmount: 0,
    transactionId,
    ...(provider === 'stripe' && { cardBrand: 'visa', cardLast4: '4242' }),
    createdAt: job.updatedAt,
    updatedAt: job.updatedAt,
  });
  await manager.insert(Payment, payment);
  await recordPaymentChange(manager, job, payment, null, job.updatedAt);
}
