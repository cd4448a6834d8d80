import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, MoreThan, Not, Repository, type EntityManager } from 'typeorm';
import {
  ACCEPTED_JOBS_PER_PILOT,
  CHANGE_REQUESTS_PER_JOB,
  hasPassed,
  nextStatus,
  TAKE_BACK_MINUTES,
  type Actor,
  type AssignBody,
  type EndDecisionBody,
  type EndRequestBody,
  type JobStatusBody,
  type JobView,
  type ReleaseBody,
  type RequestChangesBody,
} from '@dps/contract';
import { requireAccount } from '../../platform/auth/access.policy.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { PaymentSettlement } from '../payments/payment-settlement.ts';
import { lockAccount } from '../users/account-quotas.ts';
import { TEXTS } from '../../texts.ts';
import { changeJobs, OPEN_AGAIN } from './job.changes.ts';
import { Job } from './job.entity.ts';
import { deadlineOf } from './job.mapper.ts';
import { conflictError, releasePermission, requireJobAccess } from './job.policy.ts';
import { JobReader } from './job.reader.ts';
import { JobRequests, type ChangeRequest } from './job.requests.ts';

/** Moves jobs from one state to the next. Each move is one conditional UPDATE: of two at once, one gets a conflict. */
@Injectable()
export class JobLifecycle {
  constructor(
    @InjectRepository(Job) private readonly jobs: Repository<Job>,
    private readonly reader: JobReader,
    private readonly settlement: PaymentSettlement,
    private readonly requests: JobRequests,
  ) {}

  /**
   * Assigns an open job to the pilot. The job stays pending. Throws `forbidden`, `job_not_available` or
   * `too_many_accepted_jobs`.
   */
  async accept(actor: Actor, id: number, { pilotId }: AssignBody): Promise<JobView> {
    requireAccount('jobs.accept', actor, pilotId);
    requireJobAccess('jobs.accept', actor, await this.reader.find(id));
    await this.jobs.manager.transaction(async (manager) => {
      await requireRoom(manager, actor.id);
      const open = { id, status: 'pending', pilotId: IsNull(), publishedAt: Not(IsNull()) } as const;
      const changed = await changeJobs(manager, actor.id, open, { pilotId: actor.id });
      if (changed === 0) throw conflictError('jobs.accept');
    });
    return this.reader.view(id);
  }

  /**
   * Ends the assignment of a job, which is then pending, open and without progress: of a pending job, and with a reason of a job
   * in progress, by the owner after its deadline. Throws `forbidden`, `status_conflict`, or `validation_failed` without a reason.
   */
  async release(actor: Actor, id: number, { reason }: ReleaseBody): Promise<JobView> {
    const job = await this.reader.find(id);
    const permission = releasePermission(actor, job);
    requireJobAccess(permission, actor, job);
    if (permission === 'jobs.end' && !hasPassed(deadlineOf(job), new Date())) throw conflictError(permission);
    if (job.status === 'in-progress' && reason === undefined)
      throw new DomainError('validation_failed', {
        errors: [{ path: 'reason', message: TEXTS.reasonRequired }],
      });
    await this.jobs.manager.transaction(async (manager) => {
      // Names the pilot, so that the owner does not remove one who has accepted the job since.
      const { status, pilotId } = job;
      const held = { id, status, ...(pilotId !== null && { pilotId }) };
      const changed = await changeJobs(manager, actor.id, held, OPEN_AGAIN, reason);
      if (changed === 0) throw conflictError(permission);
    });
    return this.reader.view(id);
  }

  /**
   * Moves a job exactly one step forward, once per key. The step to completed may also set the progress. The step to paid
   * ignores the key: a payment has its own. Throws `forbidden`, `status_conflict`, `idempotency_key_reused`,
   * `payment_not_due` or `provider_unavailable`.
   */
  async setStatus(request: ChangeRequest & { body: JobStatusBody }): Promise<JobView> {
    const { actor, jobId, body } = request;
    if (body.status !== 'paid')
      return this.requests.once(request, (manager) => this.advance(manager, actor, jobId, body));
    await this.recordManualPayment(actor, await this.reader.find(jobId));
    return this.reader.view(jobId);
  }

  /**
   * Sends a job in review back to its pilot. An open card payment is canceled first; one that has succeeded settles the job
   * instead, and the job is paid. Throws `forbidden`, `status_conflict`, `too_many_change_requests`, `payment_not_due` or
   * `provider_unavailable`.
   */
  async requestChanges(actor: Actor, id: number, { comment }: RequestChangesBody): Promise<JobView> {
    requireChangeRequest(actor, await this.reader.find(id));
    await this.settlement.withoutCardPayment(id, async (manager, job) => {
      requireChangeRequest(actor, job);
      const changes = { status: 'in-progress', changeRequests: job.changeRequests + 1 } as const;
      const changed = await changeJobs(manager, actor.id, { id, status: 'review' }, changes, comment);
      if (changed === 0) throw conflictError('jobs.request-changes');
    });
    return this.reader.view(id);
  }

  /** Returns submitted work to its pilot, until the owner has opened the job. Throws `forbidden` or `status_conflict`. */
  async takeBack(actor: Actor, id: number): Promise<JobView> {
    requireJobAccess('jobs.take-back', actor, await this.reader.find(id));
    await this.jobs.manager.transaction(async (manager) => {
      const earliest = new Date(Date.now() - TAKE_BACK_MINUTES * 60_000);
      const unopened = {
        id,
        pilotId: actor.id,
        status: 'review',
        openedAt: IsNull(),
        handedOverAt: MoreThan(earliest),
      } as const;
      const changed = await changeJobs(manager, actor.id, unopened, { status: 'in-progress' });
      if (changed === 0) throw conflictError('jobs.take-back');
    });
    return this.reader.view(id);
  }

  /** Asks the pilot of started work to end the assignment before the deadline. Throws `forbidden` or `status_conflict`. */
  async requestEnd(actor: Actor, id: number, { reason }: EndRequestBody): Promise<JobView> {
    const job = await this.reader.find(id);
    requireJobAccess('jobs.end', actor, job);
    if (hasPassed(deadlineOf(job), new Date())) throw conflictError('jobs.end');
    await this.jobs.manager.transaction(async (manager) => {
      const unasked = { id, status: 'in-progress', endRequestedAt: IsNull() } as const;
      const changed = await changeJobs(manager, actor.id, unasked, { endRequestedAt: new Date() }, reason);
      if (changed === 0) throw conflictError('jobs.end');
    });
    return this.reader.view(id);
  }

  /** Ends the assignment that the owner asks to end, or declines. Throws `forbidden` or `status_conflict`. */
  async decideEnd(actor: Actor, id: number, { consent }: EndDecisionBody): Promise<JobView> {
    requireJobAccess('jobs.decide-end', actor, await this.reader.find(id));
    await this.jobs.manager.transaction(async (manager) => {
      const asked = { id, pilotId: actor.id, status: 'in-progress', endRequestedAt: Not(IsNull()) } as const;
      const decision = consent ? OPEN_AGAIN : { endRequestedAt: null };
      if ((await changeJobs(manager, actor.id, asked, decision)) === 0)
        throw conflictError('jobs.decide-end');
    });
    return this.reader.view(id);
  }

  private async advance(
    manager: EntityManager,
    actor: Actor,
    id: number,
    { status, progress }: JobStatusBody,
  ): Promise<void> {
    const job = await this.reader.find(id, manager);
    requireJobAccess('jobs.advance', actor, job);
    if (nextStatus(job.status) !== status) throw conflictError('jobs.advance');
    const current = { id, pilotId: actor.id, status: job.status };
    const changes = { status, ...(progress !== undefined && { progress }) };
    if ((await changeJobs(manager, actor.id, current, changes)) === 0) throw conflictError('jobs.advance');
  }

  /** The owner can only pay by card. The pilot can record money that was received elsewhere. */
  private async recordManualPayment(actor: Actor, job: Job): Promise<void> {
    if (actor.role === 'client') requireJobAccess('jobs.declare-paid', actor, job);
    requireJobAccess('jobs.record-manual-payment', actor, job);
    await this.settlement.recordManualPayment(actor, job.id);
  }
}

function requireChangeRequest(actor: Actor, job: Job): void {
  requireJobAccess('jobs.request-changes', actor, job);
  if (job.changeRequests >= CHANGE_REQUESTS_PER_JOB) throw new DomainError('too_many_change_requests');
}

/** Requires room for one more accepted job. Locks the pilot, so that concurrent requests cannot exceed the limit. */
async function requireRoom(manager: EntityManager, pilotId: number): Promise<void> {
  await lockAccount(manager, pilotId);
  const accepted = await manager.countBy(Job, { pilotId, status: 'pending' });
  if (accepted >= ACCEPTED_JOBS_PER_PILOT) throw new DomainError('too_many_accepted_jobs');
}
