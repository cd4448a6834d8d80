import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { RETENTION, type JobView } from '@dps/contract';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';
import { Job } from './job.entity.ts';

/** The requests to delete. A device without a network repeats a change when it is online again, usually within days. */
export const OLD_JOB_REQUESTS: ExpiredRows = {
  table: 'job_requests',
  primaryKey: 'id',
  endsAt: 'created_at',
  kept: RETENTION.requests,
};

/** A change of a job with an `Idempotency-Key`, with its response. The key is unique per user, so a change is made once. */
@Entity('job_requests')
@Unique('job_requests_key_key', ['userId', 'key'])
@Index('job_requests_job_id_idx', ['jobId'])
@Index('job_requests_created_at_idx', ['createdAt'])
export class JobRequest {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'job_requests_user_id_fkey' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  @ForeignKey(() => Job, { name: 'job_requests_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @Column('uuid')
  key: string;

  /** SHA-256 of the job's id and the body. */
  @Column('bytea')
  digest: Buffer;

  /** Null only within the transaction of the change. */
  @Column('jsonb', { nullable: true })
  response: JobView | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
