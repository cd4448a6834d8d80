import type { EntityManager } from 'typeorm';
import type { JobStatus } from '@dps/contract';
import { nameActor } from '../../modules/job-events/job-event.queries.ts';
import { Job } from '../../modules/jobs/job.entity.ts';
import { ACTIVE_JOBS } from './demo-jobs.active.ts';
import { OPEN_JOBS } from './demo-jobs.open.ts';
import { SETTLED_JOBS } from './demo-jobs.settled.ts';
import type { DemoJob } from './demo-jobs.ts';
import { stepsOf, type TimedStep } from './demo-steps.ts';
import { seedDeliverables } from './seed-deliverables.ts';
import { seedFiles, seedFlight, seedPayment } from './seed-job-parts.ts';

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
}

function newJob(manager: EntityManager, demo: DemoJob, users: ReadonlyMap<string, number>): Job {
  const { title, description, surveyType, location, acceptedTerms } = demo;
  const posted = { ...demo, ...acceptedTerms };
  const createdAt = daysAgo(demo.postedDaysAgo);
  return manager.create(Job, {
    title,
    description,
    surveyType,
    location: acceptedTerms?.location ?? location,
    budget: posted.budget,
    clientId: idOf(users, demo.client),
    ...deadlineOf(posted),
    createdAt,
    updatedAt: createdAt,
  });
}

/** Changes a job as the API does, at an earlier time. Triggers write the history. */
async function change(manager: EntityManager, job: Job, changes: Partial<Job>, at: Date): Promise<void> {
  Object.assign(job, changes, { updatedAt: at });
  await manager.update(Job, { id: job.id }, { ...changes, updatedAt: at });
}

async function takeStep(
  manager: EntityManager,
  step: TimedStep,
  growing: GrowingJob,
  pilotId: number | null,
) {
  const { demo, job } = growing;
  const at = daysAgo(step.daysAgo);
  const isOfClient = step.kind === 'post' || step.kind === 'edit' || pilotId === null;
  await nameActor(manager, isOfClient ? job.clientId : pilotId);
  switch (step.kind) {
    case 'post':
      await manager.insert(Job, job);
      return seedFiles(manager, job, demo.files ?? []);
    case 'accept':
      return change(manager, job, { pilotId }, at);
    case 'edit':
      return change(manager, job, { location: demo.location, budget: demo.budget, ...deadlineOf(demo) }, at);
    case 'flight':
      return seedFlight(manager, job, step.flight, at);
    case 'progress':
      return change(manager, job, { progress: step.progress }, at);
    case 'status':
      return seedStatus(manager, growing, step.status, at);
  }
}

async function seedStatus(manager: EntityManager, { demo, job }: GrowingJob, status: JobStatus, at: Date) {
  if (status === 'review') await seedDeliverables(manager, job, demo.deliverables ?? [], at);
  if (status !== 'paid') return change(manager, job, { status }, at);
  if (demo.payment === 'stripe') await nameActor(manager, job.clientId);
  await change(manager, job, { status }, at);
  if (demo.payment) await seedPayment(manager, job, demo.payment);
}

/** Inserts the demo jobs step by step, oldest first, so that ids and dates increase together. Returns the number of jobs. */
export async function seedJobs(manager: EntityManager, users: ReadonlyMap<string, number>): Promise<number> {
  const jobs = [...SETTLED_JOBS, ...ACTIVE_JOBS, ...OPEN_JOBS];
  const steps = jobs.flatMap((demo) => {
    const growing = { demo, job: newJob(manager, demo, users) };
    const pilotId = demo.pilot === null ? null : idOf(users, demo.pilot);
    return stepsOf(demo).map((step) => ({ step, growing, pilotId }));
  });
  const inOrder = steps.toSorted((a, b) => b.step.daysAgo - a.step.daysAgo);
  for (const { step, growing, pilotId } of inOrder) await takeStep(manager, step, growing, pilotId);
  return jobs.length;
}
