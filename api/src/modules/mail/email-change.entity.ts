import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';

/** The changes to delete: those that can no longer be undone. */
export const OLD_EMAIL_CHANGES: ExpiredRows = {
  table: 'email_changes',
  primaryKey: 'id',
  endsAt: 'expires_at',
};

/** A change of a confirmed email address, which the link of a mail to the previous address undoes. */
@Entity('email_changes')
@Index('email_changes_user_id_idx', ['userId'])
@Index('email_changes_expires_at_idx', ['expiresAt'])
// An expression index, and one for arrays: only a migration can create them.
@Index('email_changes_previous_email_idx', { synchronize: false })
@Index('email_changes_token_hashes_idx', { synchronize: false })
export class EmailChange {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'email_changes_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  @Column('text', { name: 'previous_email' })
  previousEmail: string;

  /** The rows of passkeys, authenticator app and recovery codes at the change. */
  @Column('jsonb')
  factors: object;

  /** SHA-256 of the tokens, one of each attempt to send the mail. Only the mail contains a token. */
  @Column('bytea', { name: 'token_hashes', array: true, default: {} })
  tokenHashes: Buffer[];

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
