import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository, type EntityManager } from 'typeorm';
import {
  BUDGET_MAY_NOT_FALL,
  budgetMayBecome,
  deadlinesDiffer,
  EARLIER_DEADLINE,
  endsEarlier,
  hasPassed,
  jobContent,
  PAST_DEADLINE,
  type Actor,
  type CreateJobBody,
  type JobContent,
  type JobView,
  type UpdateJobBody,
} from '@dps/contract';
import type { SessionUser } from '../../platform/auth/access.policy.ts';
import { violatesForeignKey } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { JobFile } from '../job-files/job-file.entity.ts';
import { COMPLETED } from '../job-files/upload.limits.ts';
import { AccountQuotas } from '../users/account-quotas.ts';
import { User } from '../users/user.entity.ts';
import { changeJobs, eventContent, lockJob, withdrawJobs } from './job.changes.ts';
import { Job } from './job.entity.ts';
import { deadlineOf, toJobColumns } from './job.mapper.ts';
import { pointColumns } from './job.point.ts';
import { conflictError, requireJobAccess } from './job.policy.ts';
import { JobReader } from './job.reader.ts';
import { JobRequests, type ChangeRequest } from './job.requests.ts';

type Poster = Actor & Pick<SessionUser, 'mustConfirmEmail'>;

/** Posts, edits and deletes jobs. An edit locks the job, and a deletion names its state, so that a stale request changes nothing. */
@Injectable()
export class JobService {
  constructor(
    @InjectRepository(Job) private readonly jobs: Repository<Job>,
    private readonly reader: JobReader,
    private readonly requests: JobRequests,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Creates a pending job of the actor without progress, regardless of other fields of the body. Until the actor has confirmed
   * the email address, the job is not published. Throws `validation_failed` for a deadline in the past, or `quota_exceeded`.
   * Returns the existing job if the actor has used the idempotency key before.
   */
  async create(actor: Poster, body: CreateJobBody, idempotencyKey: string | null): Promise<JobView> {
    const columns = toJobColumns(body);
    requireComing(columns);
    const job = this.jobs.create({
      ...columns,
      ...pointColumns(columns),
      clientId: actor.id,
      idempotencyKey,
    });
    try {
      await this.jobs.manager.transaction(async (manager) => {
        await this.quotas.requireOpenJob(manager, actor);
        const isWaiting = await hasToConfirm(manager, actor);
        if (isWaiting) job.publishedAt = null;
        await manager.insert(Job, job);
        if (isWaiting) return;
        await recordJobEvent(manager, { kind: 'posted', job, actorId: actor.id, after: eventContent(job) });
      });
    } catch (error) {
      const existing =
        idempotencyKey === null ? null : await this.jobs.findOneBy({ clientId: actor.id, idempotencyKey });
      if (!existing) throw error;
      return this.reader.view(existing.id);
    }
    return this.reader.view(job.id);
  }

  /**
   * Changes the complete content, or only the progress, once per key. Throws `forbidden`, `job_locked`, `budget_frozen`,
   * `idempotency_key_reused`, or `validation_failed` for a new deadline in the past.
   */
  async update(request: ChangeRequest & { body: UpdateJobBody }): Promise<JobView> {
    const { actor, jobId, body } = request;
    const { progress } = body;
    if (progress !== undefined)
      return this.requests.once(request, (manager) => setProgress(manager, actor, jobId, progress));
    const content = contentIn(body);
    return this.requests.once(request, (manager) => setContent(manager, actor, jobId, content));
  }

  /** Deletes a job that has no pilot. Throws `forbidden` or `job_locked`. */
  async remove(actor: Actor, id: number): Promise<void> {
    requireJobAccess('jobs.delete', actor, await this.reader.find(id));
    const open = { id, clientId: actor.id, status: 'pending', pilotId: IsNull() } as const;
    const deleted = await this.jobs.manager
      .transaction(async (manager) => {
        const delivered = { jobId: id, purpose: 'deliverable' as const, ...COMPLETED };
        if (await manager.existsBy(JobFile, delivered))
          throw new DomainError('job_locked', { message: TEXTS.jobHasDeliverables });
        return withdrawJobs(manager, actor.id, open);
      })
      .catch((error: unknown) => {
        if (!violatesForeignKey(error, 'flight_data_job_id_fkey')) throw error;
        throw new DomainError('job_locked', { message: TEXTS.jobHasFlightRecords, cause: error });
      });
    if (deleted > 0) return;
    requireJobAccess('jobs.delete', actor, await this.reader.find(id));
    throw conflictError('jobs.delete');
  }
}

/** Reads the confirmation again: it may come between the check of the session and the lock of the account. */
async function hasToConfirm(manager: EntityManager, { id, mustConfirmEmail }: Poster): Promise<boolean> {
  return mustConfirmEmail && !(await manager.existsBy(User, { id, emailConfirmedAt: Not(IsNull()) }));
}

async function setContent(
  manager: EntityManager,
  actor: Actor,
  id: number,
  content: JobContent,
): Promise<void> {
  const columns = toJobColumns(content);
  const job = await lockJob(manager, id);
  requireEdit(actor, job, columns);
  // An edit without an area keeps it.
  const point = pointColumns({ area: job.area, ...columns });
  await changeJobs(manager, actor.id, { id }, { ...columns, ...point });
}

async function setProgress(
  manager: EntityManager,
  actor: Actor,
  id: number,
  progress: number,
): Promise<void> {
  requireJobAccess('jobs.set-progress', actor, await lockJob(manager, id));
  await changeJobs(manager, actor.id, { id }, { progress });
}

type Columns = ReturnType<typeof toJobColumns>;

/** Requires the owner, unsubmitted work, a permitted budget, and a coming deadline if the deadline changes. */
function requireEdit(actor: Actor, job: Job, columns: Columns): void {
  requireJobAccess('jobs.edit', actor, job);
  if (!budgetMayBecome(columns.budget, job))
    throw new DomainError('budget_frozen', { message: `${BUDGET_MAY_NOT_FALL}.` });
  if (!deadlinesDiffer(deadlineOf(columns), deadlineOf(job))) return;
  requireComing(columns);
  // The owner may end the assignment of started work after its deadline.
  if (job.status !== 'pending' && endsEarlier(deadlineOf(columns), deadlineOf(job)))
    throw new DomainError('validation_failed', { errors: [{ path: 'deadline', message: EARLIER_DEADLINE }] });
}

function requireComing(columns: Columns): void {
  if (!hasPassed(deadlineOf(columns), new Date())) return;
  throw new DomainError('validation_failed', { errors: [{ path: 'deadline', message: PAST_DEADLINE }] });
}

/** Returns the content of a parsed edit, which has all fields or only the progress. */
function contentIn(body: UpdateJobBody): JobContent {
  return jobContent.validateSync(body, { strict: true });
}
