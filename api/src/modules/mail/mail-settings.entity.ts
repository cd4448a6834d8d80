import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import type { MailTopic } from '@dps/contract';
import { User } from '../users/user.entity.ts';

/** The topics about which a user does not get mail. The row exists from the first mail or the first change on. */
@Entity('mail_settings')
@Unique('mail_settings_unsubscribe_token_key', ['unsubscribeToken'])
export class MailSettingsRow {
  @ForeignKey(() => User, { name: 'mail_settings_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'user_id' })
  userId: number;

  @Column('text', { array: true, default: {} })
  off: MailTopic[];

  /** Part of an address in mails. It only switches mail off, so the database contains it. */
  @Column('text', { name: 'unsubscribe_token' })
  unsubscribeToken: string;
}
