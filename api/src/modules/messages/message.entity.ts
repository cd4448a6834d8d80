import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { User } from '../users/user.entity.ts';
import { Thread } from './thread.entity.ts';

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
