import type { EntityManager } from 'typeorm';
import { areaSize } from '@dps/contract';
import { recordJobEvent } from '../../modules/job-events/record-job-event.ts';
import { changeJobs, eventContent, OPEN_AGAIN } from '../../modules/jobs/job.changes.ts';
import { Job } from '../../modules/jobs/job.entity.ts';
import { pointColumns } from '../../modules/jobs/job.point.ts';
import { ACTIVE_JOBS } from './demo-jobs.active.ts';
import { OPEN_JOBS } from './demo-jobs.open.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';
import type { DemoFlight, DemoJob, DemoQuestion } from './demo-jobs.ts';
import type { DemoMoney } from './demo-money.ts';
import { stepsOf, talkOf, type TimedStep } from './demo-steps.ts';
import { seedFiles, seedLog } from './seed-files.ts';
import { seedMessage } from './seed-messages.ts';
import { seedPayoutAccount, seedShare } from './seed-payouts.ts';
import { randomUUID } from 'node:crypto';
import { FlightRecord } from '../../modules/flight-data/flight-record.entity.ts';
import { recordPaymentChange } from '../../modules/payments/payment.changes.ts';
import { Payment } from '../../modules/payments/payment.entity.ts';
import { JobQuestion } from '../../modules/questions/question.entity.ts';

/** Inserts a flight of the job's pilot, and reads its log, if it has one. */
async function seedFlight(
  manager: EntityManager,
  job: Job,
  flight: DemoFlight,
  createdAt: Date,
): Promise<void> {
  if (job.pilotId === null) throw new Error(`"${job.title}" has flights but no pilot`);
  const { flownDaysAgo: _days, log, ...columns } = flight;
  const facts = { jobId: job.id, pilotId: job.pilotId, camera: log?.camera ?? null, createdAt };
  const record = manager.create(FlightRecord, { ...columns, ...facts });
  await manager.insert(FlightRecord, record);
  const { flightNumber, duration } = record;
  const event = { kind: 'flight-added', job, actorId: job.pilotId, at: createdAt } as const;
  await recordJobEvent(manager, { ...event, after: { flightNumber, duration } });
  if (log) await seedLog(manager, job, record, log);
}

/** Inserts the payment of a job that was just paid. */
async function seedPayment(
  manager: EntityManager,
  job: Job,
  { payment: provider, payout }: DemoJob,
  money: DemoMoney | null,
): Promise<void> {
  if (!provider) return;
  const transactionId = provider === 'manual' ? `manual:${randomUUID()}` : `pi_demo_${job.id}`;
  const payment = manager.create(Payment, {
    jobId: job.id,
    provider,
    status: 'completed',
    amount: job.budget,
    refundedAmount: 0,
    disputedAmount: 0,
    lostAmount: 0,
    transactionId,
    ...(provider === 'stripe' && { cardBrand: 'visa', cardLast4: '4242' }),
    createdAt: job.updatedAt,
    updatedAt: job.updatedAt,
  });
  await manager.insert(Payment, payment);
  if (money && provider === 'stripe') {
    payment.transactionId = await money.charge(payment);
    await manager.update(Payment, { id: payment.id }, { transactionId: payment.transactionId });
  }
  await recordPaymentChange(manager, job, payment, null, job.updatedAt);
  if (provider === 'stripe') await seedShare(manager, job, payment, payout, money);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns a time before now; after now for negative days. */
function daysAgo(days: number): Date {
  return new Date(Date.now() - days * DAY_MS);
}

function deadlineOf(job: Pick<DemoJob, 'dueInDays' | 'dueTime'>) {
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

/** A demo job while its steps are inserted. */
interface GrowingJob {
  demo: DemoJob;
  job: Job;
  users: ReadonlyMap<string, number>;
  money: DemoMoney | null;
}

function newJob(manager: EntityManager, demo: DemoJob, users: ReadonlyMap<string, number>): Job {
  const { title, description, surveyType, area = null, acceptedTerms } = demo;
  const posted = { ...demo, ...acceptedTerms };
  const createdAt = daysAgo(demo.postedDaysAgo);
  return manager.create(Job, {
    title,
    description,
    surveyType,
    location: posted.location,
    ...pointColumns(posted),
    area,
    areaSquareMeters: area && Math.round(areaSize(area)),
    budget: posted.budget,
    clientId: idOf(users, demo.client),
    ...deadlineOf(posted),
    createdAt,
    updatedAt: createdAt,
  });
}

async function seedPosting(manager: EntityManager, { demo, job }: GrowingJob): Promise<void> {
  await manager.insert(Job, job);
  const { clientId: actorId, createdAt: at } = job;
  await recordJobEvent(manager, { kind: 'posted', job, actorId, at, after: eventContent(job) });
  await seedFiles(manager, 'attachment', job, demo.files ?? [], at);
}

/** Inserts a question about an open job, with its answer. */
async function seedQuestion(
  manager: EntityManager,
  { job, users }: GrowingJob,
  { pilot, text, answer, askedDaysAgo }: DemoQuestion,
): Promise<void> {
  const pilotId = idOf(users, pilot);
  const question = manager.create(JobQuestion, {
    jobId: job.id,
    pilotId,
    text,
    askedAt: daysAgo(askedDaysAgo),
    ...(answer && { answer: answer.text, answeredAt: daysAgo(answer.daysAgo) }),
  });
  await manager.insert(JobQuestion, question);
  const { askedAt, answeredAt } = question;
  await recordJobEvent(manager, { kind: 'question-asked', job, actorId: null, at: askedAt });
  if (!answeredAt) return;
  const answered = { kind: 'question-answered', job, actorId: job.clientId, pilotId } as const;
  await recordJobEvent(manager, { ...answered, at: answeredAt });
}

async function takeStep(
  manager: EntityManager,
  step: TimedStep,
  growing: GrowingJob,
  pilotId: number | null,
) {
  const { demo, job, money } = growing;
  const at = daysAgo(step.daysAgo);
  /** Changes the job as the API does, at an earlier time. */
  const change = async (actorId: number | null, changes: Partial<Job>, note?: string) => {
    Object.assign(job, changes, { updatedAt: at });
    await changeJobs(manager, actorId, { id: job.id }, { ...changes, updatedAt: at }, note);
  };
  const deliver = () => seedFiles(manager, 'deliverable', job, demo.deliverables ?? [], at);
  switch (step.kind) {
    case 'post':
      return seedPosting(manager, growing);
    case 'accept':
      return change(pilotId, { pilotId });
    case 'edit':
      return change(job.clientId, {
        location: demo.location,
        ...pointColumns(demo),
        budget: demo.budget,
        ...deadlineOf(demo),
      });
    case 'flight':
      return seedFlight(manager, job, step.flight, at);
    case 'progress':
      return change(pilotId, { progress: step.progress });
    case 'status':
      if (step.status === 'review') await deliver();
      await change(step.status === 'paid' && demo.payment === 'stripe' ? job.clientId : pilotId, {
        status: step.status,
      });
      if (step.status === 'paid') await seedPayment(manager, job, demo, money);
      return;
    case 'request-changes':
      return change(job.clientId, { status: 'in-progress', changeRequests: 1 }, step.comment);
    case 'withdraw':
      await deliver();
      return change(pilotId, OPEN_AGAIN, step.reason);
    case 'question':
      return seedQuestion(manager, growing, step.question);
    case 'message':
      if (pilotId !== null) await seedMessage(manager, job, pilotId, step.message, at);
      return;
  }
}

/** Inserts the demo jobs step by step, oldest first, so that ids and dates increase together. Returns the number of jobs. */
export async function seedJobs(
  manager: EntityManager,
  users: ReadonlyMap<string, number>,
  money: DemoMoney | null,
): Promise<number> {
  await seedPayoutAccount(manager, idOf(users, 'demo_pilot'), money);
  const jobs = [...SETTLED_JOBS, ...ACTIVE_JOBS, ...OPEN_JOBS];
  const steps = jobs.flatMap((demo) => {
    const growing = { demo, job: newJob(manager, demo, users), users, money };
    const pilot = demo.pilot ?? demo.withdrawal?.pilot;
    const pilotId = pilot === undefined ? null : idOf(users, pilot);
    return [...stepsOf(demo), ...talkOf(demo)].map((step) => ({ step, growing, pilotId }));
  });
  const inOrder = steps.toSorted((a, b) => b.step.daysAgo - a.step.daysAgo);
  for (const { step, growing, pilotId } of inOrder) await takeStep(manager, step, growing, pilotId);
  return jobs.length;
}
