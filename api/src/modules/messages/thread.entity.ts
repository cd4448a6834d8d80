import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { Job } from '../jobs/job.entity.ts';
import { User } from '../users/user.entity.ts';

/** The conversation of a job's client with one of its pilots. The first message creates it, or a block before it. */
@Entity('threads')
@Unique('threads_job_id_pilot_id_key', ['jobId', 'pilotId'])
@Index('threads_pilot_id_idx', ['pilotId'])
export class Thread {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'threads_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @ForeignKey(() => User, { name: 'threads_pilot_id_fkey' })
  @Column('integer', { name: 'pilot_id' })
  pilotId: number;
}

/** One of the two parties of a thread. */
@Entity('thread_members')
@Check('thread_members_unread_check', 'unread >= 0')
// The order of the list: an expression index, which only a migration can create.
@Index('thread_members_list_idx', { synchronize: false })
export class ThreadMember {
  @ForeignKey(() => Thread, { name: 'thread_members_thread_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'thread_id' })
  threadId: number;

  @ForeignKey(() => User, { name: 'thread_members_user_id_fkey' })
  @PrimaryColumn('integer', { name: 'user_id' })
  userId: number;

  /** Messages of the other party that the user has not read. */
  @Column('integer', { default: 0 })
  unread: number;

  /** The last message of the thread, which both members have; null before the first one. */
  @Column('integer', { name: 'last_message_id', nullable: true })
  lastMessageId: number | null;

  /** When the user has blocked the thread; null for an open one. */
  @Column('timestamptz', { name: 'blocked_at', nullable: true })
  blockedAt: Date | null;

  /** When the mail about unread messages was written; null if the user has read all of them. */
  @Column('timestamptz', { name: 'mailed_at', nullable: true })
  mailedAt: Date | null;
}
