import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository } from 'typeorm';
import {
  BUDGET_STATUSES,
  jobContent,
  PROGRESS_STATUSES,
  type Actor,
  type CreateJobBody,
  type JobContent,
  type JobView,
  type UpdateJobBody,
} from '@dps/shared-contracts';
import { violatesForeignKey } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { validationError } from '../../platform/errors/validation-error.ts';
import { TEXTS } from '../../texts.ts';
import { Job } from './job.entity.ts';
import { toJobColumns } from './job.mapper.ts';
import { conflictError, requireJobAccess, type JobPermission } from './job.policy.ts';
import { JobReader } from './job.reader.ts';

/** Posts, edits and deletes jobs. Every write is conditional on the job's state, so that a stale request changes nothing. */
@Injectable()
export class JobService {
  constructor(
    @InjectRepository(Job) private readonly jobs: Repository<Job>,
    private readonly reader: JobReader,
  ) {}

  /** Creates a pending job of the actor without progress, regardless of other fields of the body. */
  async create(actor: Actor, body: CreateJobBody): Promise<JobView> {
    const job = this.jobs.create({ ...toJobColumns(body), clientId: actor.id });
    await this.jobs.insert(job);
    return this.reader.view(job.id);
  }

  /** Changes the complete content, or only the progress. Throws `forbidden`, `job_locked` or `budget_frozen`. */
  async update(actor: Actor, id: number, body: UpdateJobBody): Promise<JobView> {
    if (body.progress !== undefined) await this.setProgress(actor, id, body.progress);
    else await this.setContent(actor, id, await parseContent(body));
    return this.reader.view(id);
  }

  /** Deletes a job that has no pilot. Throws `forbidden` or `job_locked`. */
  async remove(actor: Actor, id: number): Promise<void> {
    requireJobAccess('jobs.delete', actor, await this.reader.find(id));
    const { affected } = await this.jobs
      .delete({ id, clientId: actor.id, status: 'pending', pilotId: IsNull() })
      .catch((error: unknown) => {
        if (!violatesForeignKey(error, 'flight_data_job_id_fkey')) throw error;
        throw new DomainError('job_locked', { message: TEXTS.jobHasFlightRecords, cause: error });
      });
    if (!affected) await this.refuse('jobs.delete', actor, id);
  }

  /** The UPDATE checks the frozen budget itself, because the pilot may submit the work at the same moment. */
  private async setContent(actor: Actor, id: number, content: JobContent): Promise<void> {
    const columns = toJobColumns(content);
    requireEdit(actor, await this.reader.find(id), columns);
    const own = { id, clientId: actor.id };
    const { affected } = await this.jobs.update(
      [
        { ...own, status: In(BUDGET_STATUSES) },
        { ...own, status: Not('paid'), budgetCents: columns.budgetCents },
      ],
      columns,
    );
    if (affected) return;
    requireEdit(actor, await this.reader.find(id), columns);
    throw conflictError('jobs.edit');
  }

  private async setProgress(actor: Actor, id: number, progress: number): Promise<void> {
    requireJobAccess('jobs.set-progress', actor, await this.reader.find(id));
    const { affected } = await this.jobs.update(
      { id, pilotId: actor.id, status: In(PROGRESS_STATUSES) },
      { progress },
    );
    if (!affected) await this.refuse('jobs.set-progress', actor, id);
  }

  /** Throws the error for a stale write, by the current state of the job. */
  private async refuse(permission: JobPermission, actor: Actor, id: number): Promise<never> {
    requireJobAccess(permission, actor, await this.reader.find(id));
    throw conflictError(permission);
  }
}

/** Requires the owner, and an unfrozen budget if the budget changes. */
function requireEdit(actor: Actor, job: Job, { budgetCents }: Pick<Job, 'budgetCents'>): void {
  requireJobAccess('jobs.edit', actor, job);
  if (budgetCents !== job.budgetCents) requireJobAccess('jobs.edit-budget', actor, job);
}

/** Validates the content of an edit by the rules of a new job. */
async function parseContent(body: UpdateJobBody): Promise<JobContent> {
  const result = await jobContent['~standard'].validate(body);
  if (result.issues) throw validationError(result.issues);
  return result.value;
}
