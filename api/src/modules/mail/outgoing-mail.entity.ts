import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { MAIL_TOPICS, RETENTION, type MailTopic } from '@dps/contract';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import type { MailDetails } from './enqueue-mail.ts';
import { User } from '../users/user.entity.ts';

/** The mails to delete, whether they are sent or not. */
export const OLD_MAILS: ExpiredRows = {
  table: 'outgoing_mails',
  primaryKey: 'id',
  endsAt: 'created_at',
  kept: RETENTION.mails,
};

/** No row has the kind `email-in-use`: the sender mails it instead of `email-change` to the owner of an address in use. */
export type MailKind = keyof MailDetails | 'email-in-use';

/** True for mail that users can switch off. */
export const isTopic = (kind: MailKind): kind is MailTopic => TOPICS.has(kind);
const TOPICS: ReadonlySet<MailKind> = new Set(MAIL_TOPICS);

/** A mail to send. The row has the details; the text is written when the mail is sent. */
@Entity('outgoing_mails')
@Check('outgoing_mails_recipient_check', 'num_nonnulls(user_id, address) = 1')
@Index('outgoing_mails_created_at_idx', ['createdAt'])
@Index('outgoing_mails_user_id_job_id_idx', ['userId', 'jobId'])
// One reminder for each deadline: an expression index, which only a migration can create.
@Index('outgoing_mails_reminder_key', { synchronize: false })
export class OutgoingMail {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  kind: MailKind;

  @ForeignKey(() => User, { name: 'outgoing_mails_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id', nullable: true })
  userId: number | null;

  /** The recipient as a client has typed it, if only the sender may find out whether there is such a user. */
  @Column('text', { nullable: true })
  address: string | null;

  /** Not a foreign key: a mail does not add a lock to the transaction of a change. */
  @Column('integer', { name: 'job_id', nullable: true })
  jobId: number | null;

  /** The details of the change. `address` is the recipient, instead of the current address of the user. */
  @Column('jsonb', { default: {} })
  detail: Record<string, string | null>;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** The start of the last attempt. Null while further changes of the same job and topic are merged into this mail. */
  @Column('timestamptz', { name: 'attempted_at', nullable: true })
  attemptedAt: Date | null;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;
}
