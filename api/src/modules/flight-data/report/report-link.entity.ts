import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ExpiredRows } from '../../../platform/housekeeping/expired-rows.ts';
import { Job } from '../../jobs/job.entity.ts';

/** The links to delete: those that have expired. */
export const EXPIRED_REPORT_LINKS: ExpiredRows = {
  table: 'report_links',
  primaryKey: 'job_id',
  endsAt: 'expires_at',
};

/** The link with which a client shares the evidence report of a job. */
@Entity('report_links')
@Unique('report_links_token_hash_key', ['tokenHash'])
@Index('report_links_expires_at_idx', ['expiresAt'])
export class ReportLink {
  @ForeignKey(() => Job, { name: 'report_links_job_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'job_id' })
  jobId: number;

  /** SHA-256 of the token. Only the address contains the token. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
