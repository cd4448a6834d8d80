import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { RETENTION } from '@dps/contract';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';
import { Thread } from './thread.entity.ts';

/** The reports to delete. Open ones are kept. */
export const CLOSED_REPORTS: ExpiredRows = {
  table: 'message_reports',
  primaryKey: 'id',
  endsAt: 'closed_at',
  kept: RETENTION.messageReports,
};

/** A message of a thread. Its id is its place in the thread: see `MessageService`. */
@Entity('messages')
@Index('messages_thread_id_idx', ['threadId', 'id'])
@Index('messages_unread_idx', ['threadId', 'id'], { where: 'read_at IS NULL' })
@Index('messages_sender_id_idx', ['senderId', 'id'])
@Index('messages_idempotency_key_idx', ['senderId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class Message {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Thread, { name: 'messages_thread_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'thread_id' })
  threadId: number;

  @ForeignKey(() => User, { name: 'messages_sender_id_fkey' })
  @Column('integer', { name: 'sender_id' })
  senderId: number;

  /** As the sender has written it; empty for files alone. */
  @Column('text')
  text: string;

  /** The `Idempotency-Key` of the request that created the row, if any. */
  @Column('uuid', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  @Column('timestamptz', { name: 'sent_at', default: () => 'clock_timestamp()' })
  sentAt: Date;

  /** When the other party has read it. */
  @Column('timestamptz', { name: 'read_at', nullable: true })
  readAt: Date | null;
}

/**
 * A user's report of a message of the other party. Operators close it. It has a copy of the text and of the file names, which
 * remain after the deletion of the job.
 */
@Entity('message_reports')
@Unique('message_reports_message_id_reporter_id_key', ['messageId', 'reporterId'])
@Index('message_reports_sender_id_idx', ['senderId'])
@Index('message_reports_reporter_id_idx', ['reporterId'])
@Index('message_reports_open_idx', ['id'], { where: 'closed_at IS NULL' })
@Index('message_reports_closed_at_idx', ['closedAt'], { where: 'closed_at IS NOT NULL' })
export class MessageReport {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  /** Null after the deletion of the job. */
  @ForeignKey(() => Message, { name: 'message_reports_message_id_fkey', onDelete: 'SET NULL' })
  @Column('integer', { name: 'message_id', nullable: true })
  messageId: number | null;

  /** Not a foreign key, for the same reason. */
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @ForeignKey(() => User, { name: 'message_reports_sender_id_fkey' })
  @Column('integer', { name: 'sender_id' })
  senderId: number;

  @Column('text')
  text: string;

  @Column('text', { name: 'file_names', array: true })
  fileNames: string[];

  @ForeignKey(() => User, { name: 'message_reports_reporter_id_fkey' })
  @Column('integer', { name: 'reporter_id' })
  reporterId: number;

  @Column('text')
  reason: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
