import { hash, randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { ATTACHMENT_MEDIA_TYPES, toCents } from '@dps/shared-contracts';
import { JobAttachment } from '../../modules/attachments/attachment.entity.ts';
import { AttachmentPart } from '../../modules/attachments/content/attachment-part.entity.ts';
import { FlightRecord, FlightTrack } from '../../modules/flight-data/flight-record.entity.ts';
import { toStoredEvidence } from '../../modules/flight-data/flight-record.mapper.ts';
import { Job } from '../../modules/jobs/job.entity.ts';
import { Payment } from '../../modules/payments/payment.entity.ts';
import { demoEvidence } from './demo-flight-log.ts';
import { ACTIVE_JOBS } from './demo-jobs.active.ts';
import { OPEN_JOBS } from './demo-jobs.open.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';
import type { DemoFile, DemoFlight, DemoJob } from './demo-jobs.ts';
import { groundPhoto } from './ground-photo.ts';
import { planPdf } from './plan-pdf.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a time before now; after now for negative days. */
function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

function deadlineOf(job: DemoJob) {
  const day = daysAgo(-job.dueInDays).toISOString().slice(0, 10);
  return {
    deadline: new Date(`${day}T${job.dueTime ?? '00:00'}:00Z`),
    deadlineHasTime: job.dueTime !== null,
  };
}

function idOf(users: ReadonlyMap<string, number>, username: string): number {
  const id = users.get(username);
  if (id === undefined) throw new Error(`The demo data has no user ${username}`);
  return id;
}

interface SeededFlight {
  flight: DemoFlight;
  jobId: number;
  pilotId: number;
}

function flightsOf(job: Job, flights: readonly DemoFlight[]): SeededFlight[] {
  const { id: jobId, pilotId } = job;
  if (flights.length === 0) return [];
  if (pilotId === null) throw new Error(`"${job.title}" has flights but no pilot`);
  return flights.map((flight) => ({ flight, jobId, pilotId }));
}

async function seedFlights(manager: EntityManager, flights: readonly SeededFlight[]): Promise<void> {
  const inOrder = flights.toSorted((a, b) => b.flight.flownDaysAgo - a.flight.flownDaysAgo);
  for (const { flight, jobId, pilotId } of inOrder) {
    const { flownDaysAgo, log, ...columns } = flight;
    const createdAt = daysAgo(flownDaysAgo);
    const body = { ...columns, jobId, evidence: log && demoEvidence(log, createdAt) };
    const record = manager.create(FlightRecord, {
      ...body,
      evidence: toStoredEvidence(body),
      pilotId,
      createdAt,
    });
    await manager.insert(FlightRecord, record);
    if (body.evidence) await manager.insert(FlightTrack, { recordId: record.id, track: body.evidence.track });
  }
}

async function readFile({ fileName, content }: DemoFile, title: string) {
  return content.kind === 'plan'
    ? { fileName, mediaType: 'application/pdf' as const, bytes: planPdf(title, content.lines) }
    : { fileName, mediaType: 'image/jpeg' as const, bytes: await groundPhoto(content.ground) };
}

async function seedFiles(manager: EntityManager, job: Job, files: readonly DemoFile[]): Promise<void> {
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
  }
}

async function seedPayment(manager: EntityManager, job: Job, provider: 'stripe' | 'manual'): Promise<void> {
  const transactionId = provider === 'manual' ? `manual:${randomUUID()}` : `pi_demo_${job.id}`;
  await manager.insert(Payment, {
    jobId: job.id,
    provider,
    status: 'completed',
    amountCents: job.budgetCents,
    transactionId,
    createdAt: job.updatedAt,
    updatedAt: job.updatedAt,
  });
}

async function seedJob(
  manager: EntityManager,
  demo: DemoJob,
  users: ReadonlyMap<string, number>,
): Promise<Job> {
  const { title, description, surveyType, location, status, progress } = demo;
  const job = manager.create(Job, {
    title,
    description,
    surveyType,
    location,
    status,
    progress,
    budgetCents: toCents(demo.budget),
    clientId: idOf(users, demo.client),
    pilotId: demo.pilot === null ? null : idOf(users, demo.pilot),
    ...deadlineOf(demo),
    createdAt: daysAgo(demo.postedDaysAgo),
    updatedAt: daysAgo(demo.changedDaysAgo),
  });
  await manager.insert(Job, job);
  await seedFiles(manager, job, demo.files ?? []);
  if (demo.payment) await seedPayment(manager, job, demo.payment);
  return job;
}

/** Inserts the demo jobs and flights, oldest first, so that ids and dates increase together. Returns the number of jobs. */
export async function seedJobs(manager: EntityManager, users: ReadonlyMap<string, number>): Promise<number> {
  const jobs = [...SETTLED_JOBS, ...ACTIVE_JOBS, ...OPEN_JOBS].toSorted(
    (a, b) => b.postedDaysAgo - a.postedDaysAgo,
  );
  const flights: SeededFlight[] = [];
  for (const demo of jobs) {
    const job = await seedJob(manager, demo, users);
    flights.push(...flightsOf(job, demo.flights ?? []));
  }
  await seedFlights(manager, flights);
  return jobs.length;
}
