import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { JobEventKind } from '@dps/contract';

/**
 * A change of a job. `recordJobEvent` writes it in the transaction of the change. Triggers refuse to change it, and to delete it
 * as long as its job exists. Within an hour, further progress of one pilot replaces `after` of the event.
 */
@Entity('job_events')
@Index('job_events_job_id_idx', ['jobId', 'id'])
@Index('job_events_withdrawn_idx', ['at'], { where: `kind = 'withdrawn'` })
export class JobEvent {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  /** Not a foreign key: the events of a deleted job remain for a time. */
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @Column('timestamptz')
  at: Date;

  /** The acting user; null for the payment provider and for operators. */
  @Column('integer', { name: 'actor_id', nullable: true })
  actorId: number | null;

  /** `withdrawn` is the deletion of the job, which no user can read. */
  @Column('text')
  kind: JobEventKind | 'withdrawn';

  /** The changed values before, named as in the contract, and `pilotId`. */
  @Column('jsonb', { nullable: true })
  before: Record<string, unknown> | null;

  @Column('jsonb', { nullable: true })
  after: Record<string, unknown> | null;
}
