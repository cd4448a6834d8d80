import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThanOrEqual, Not, Repository, type EntityManager } from 'typeorm';
import {
  BUDGET_MAY_NOT_FALL,
  BUDGET_STATUSES,
  budgetMayBecome,
  deadlinesDiffer,
  hasPassed,
  jobContent,
  PAST_DEADLINE,
  PROGRESS_STATUSES,
  type Actor,
  type CreateJobBody,
  type JobContent,
  type JobView,
  type UpdateJobBody,
} from '@dps/contract';
import { violatesForeignKey } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { AccountQuotas } from '../users/account-quotas.ts';
import { changeJobs, eventContent, withdrawJobs } from './job.changes.ts';
import { Job } from './job.entity.ts';
import { toJobColumns } from './job.mapper.ts';
import { conflictError, requireJobAccess, type JobPermission } from './job.policy.ts';
import { JobReader } from './job.reader.ts';
import { JobRequests, type ChangeRequest } from './job.requests.ts';

/** Posts, edits and deletes jobs. Every write is conditional on the job's state, so that a stale request changes nothing. */
@Injectable()
export class JobService {
  constructor(
    @InjectRepository(Job) private readonly jobs: Repository<Job>,
    private readonly reader: JobReader,
    private readonly requests: JobRequests,
    private readonly quotas: AccountQuotas,
  ) {}

  /**
   * Creates a pending job of the actor without progress, regardless of other fields of the body. Throws `validation_failed`
   * for a deadline in the past, or `quota_exceeded`. Returns the existing job if the actor has used the idempotency key before.
   */
  async create(actor: Actor, body: CreateJobBody, idempotencyKey: string | null): Promise<JobView> {
    const columns = toJobColumns(body);
    requireComing(columns);
    const job = this.jobs.create({ ...columns, clientId: actor.id, idempotencyKey });
    try {
      await this.jobs.manager.transaction(async (manager) => {
        await this.quotas.requireOpenJob(manager, actor);
        await manager.insert(Job, job);
        const posted = { before: null, after: eventContent(job) };
        await recordJobEvent(manager, { kind: 'posted', job, actorId: actor.id, ...posted });
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
      return this.requests.once(request, (manager) => this.setProgress(manager, actor, jobId, progress));
    const content = contentIn(body);
    return this.requests.once(request, (manager) => this.setContent(manager, actor, jobId, content));
  }

  /** Deletes a job that has no pilot. Throws `forbidden` or `job_locked`. */
  async remove(actor: Actor, id: number): Promise<void> {
    requireJobAccess('jobs.delete', actor, await this.reader.find(id));
    const open = { id, clientId: actor.id, status: 'pending', pilotId: IsNull() } as const;
    const deleted = await this.jobs.manager
      .transaction((manager) => withdrawJobs(manager, actor.id, open))
      .catch((error: unknown) => {
        if (!violatesForeignKey(error, 'flight_data_job_id_fkey')) throw error;
        throw new DomainError('job_locked', { message: TEXTS.jobHasFlightRecords, cause: error });
      });
    if (deleted === 0) await this.refuse(this.jobs.manager, 'jobs.delete', actor, id);
  }

  /** The UPDATE checks the budget itself, because a pilot may accept the job or submit the work at the same moment. */
  private async setContent(
    manager: EntityManager,
    actor: Actor,
    id: number,
    content: JobContent,
  ): Promise<void> {
    const columns = toJobColumns(content);
    requireEdit(actor, await this.reader.find(id, manager), columns);
    const own = { id, clientId: actor.id };
    const changed = await changeJobs(
      manager,
      actor.id,
      [
        { ...own, status: 'pending', pilotId: IsNull() },
        { ...own, status: In(BUDGET_STATUSES), budget: LessThanOrEqual(columns.budget) },
        { ...own, status: Not('paid'), budget: columns.budget },
      ],
      columns,
    );
    if (changed > 0) return;
    requireEdit(actor, await this.reader.find(id, manager), columns);
    throw conflictError('jobs.edit');
  }

  private async setProgress(
    manager: EntityManager,
    actor: Actor,
    id: number,
    progress: number,
  ): Promise<void> {
    requireJobAccess('jobs.set-progress', actor, await this.reader.find(id, manager));
    const unfinished = { id, pilotId: actor.id, status: In(PROGRESS_STATUSES) };
    const changed = await changeJobs(manager, actor.id, unfinished, { progress });
    if (changed === 0) await this.refuse(manager, 'jobs.set-progress', actor, id);
  }

  /** Throws the error for a stale write, by the current state of the job. */
  private async refuse(
    manager: EntityManager,
    permission: JobPermission,
    actor: Actor,
    id: number,
  ): Promise<never> {
    requireJobAccess(permission, actor, await this.reader.find(id, manager));
    throw conflictError(permission);
  }
}

type Columns = ReturnType<typeof toJobColumns>;

const deadlineOf = ({ deadline, deadlineHasTime }: Pick<Job, 'deadline' | 'deadlineHasTime'>) => ({
  at: deadline,
  hasTime: deadlineHasTime,
});

/** Requires the owner, a permitted budget if the budget changes, and a coming deadline if the deadline changes. */
function requireEdit(actor: Actor, job: Job, columns: Columns): void {
  requireJobAccess('jobs.edit', actor, job);
  if (columns.budget !== job.budget) {
    requireJobAccess('jobs.edit-budget', actor, job);
    if (!budgetMayBecome(columns.budget, job))
      throw new DomainError('budget_frozen', { message: `${BUDGET_MAY_NOT_FALL}.` });
  }
  if (deadlinesDiffer(deadlineOf(columns), deadlineOf(job))) requireComing(columns);
}

function requireComing(columns: Columns): void {
  if (!hasPassed(deadlineOf(columns), new Date())) return;
  throw new DomainError('validation_failed', { errors: [{ path: 'deadline', message: PAST_DEADLINE }] });
}

/** Returns the content of a parsed edit, which has all fields or only the progress. */
function contentIn(body: UpdateJobBody): JobContent {
  return jobContent.validateSync(body, { strict: true });
}
