import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Actor, JobStatusBody, JobView, UpdateJobBody } from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { JobRequest } from './job-request.entity.ts';
import { JobReader } from './job.reader.ts';

/** A request for a change of a job. Without a key, it is never a repetition. */
export interface ChangeRequest {
  actor: Actor;
  jobId: number;
  body: UpdateJobBody | JobStatusBody;
  key: string | null;
}

const digestOf = ({ jobId, body }: ChangeRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([jobId, Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();

/** Makes each change of a job once, also if its request arrives several times. */
@Injectable()
export class JobRequests {
  constructor(
    @InjectRepository(JobRequest) private readonly requests: Repository<JobRequest>,
    private readonly reader: JobReader,
  ) {}

  /**
   * Makes a change and returns the job. If the actor has used the key before, returns the first response without a change, and
   * throws `idempotency_key_reused` for another job or body. Throws `not_found` for an unknown job. A failed change leaves its key unused.
   *
   * @param change makes the change in the transaction of the manager
   */
  async once(request: ChangeRequest, change: (manager: EntityManager) => Promise<void>): Promise<JobView> {
    const { key, jobId } = request;
    const { manager } = this.requests;
    if (key === null) {
      await manager.transaction(change);
      return this.reader.view(jobId);
    }
    // The row waits for a concurrent request with the same key, and then has its response.
    return manager.transaction(async (transaction) => {
      const id = await insertRequest(transaction, { ...request, key });
      if (id === undefined) return this.repeatResponse(transaction, { ...request, key });
      await change(transaction);
      const response = await this.reader.view(jobId, transaction);
      await transaction.update(JobRequest, { id }, { response });
      return response;
    });
  }

  private async repeatResponse(manager: EntityManager, request: KeyedRequest): Promise<JobView> {
    const { actor, key } = request;
    const first = await manager.findOneBy(JobRequest, { userId: actor.id, key });
    if (!first) throw new DomainError('not_found');
    const { digest, response } = first;
    if (!response || !digest.equals(digestOf(request))) throw new DomainError('idempotency_key_reused');
    return response;
  }
}

type KeyedRequest = ChangeRequest & { key: string };

/** Returns the id of the new row; undefined if the user has used the key before, or the job is unknown. */
async function insertRequest(manager: EntityManager, request: KeyedRequest): Promise<number | undefined> {
  const { actor, jobId, key } = request;
  const rows = await manager.query<{ id: number }[]>(
    `INSERT INTO job_requests (user_id, job_id, key, digest) SELECT $1, id, $3, $4 FROM jobs WHERE id = $2
      ON CONFLICT (user_id, key) DO NOTHING RETURNING id`,
    [actor.id, jobId, key, digestOf(request)],
  );
  return rows[0]?.id;
}
