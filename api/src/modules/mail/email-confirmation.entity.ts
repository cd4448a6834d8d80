import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';

/** The tokens to delete: those that have expired. */
export const EXPIRED_EMAIL_CONFIRMATIONS: ExpiredRows = {
  table: 'email_confirmations',
  primaryKey: 'token_hash',
  endsAt: 'expires_at',
};

/** The token of a mailed link that proves that a user reads the mail of an address. */
@Entity('email_confirmations')
@Index('email_confirmations_user_id_idx', ['userId'])
@Index('email_confirmations_expires_at_idx', ['expiresAt'])
export class EmailConfirmationToken {
  /** SHA-256 of the token. Only the mail contains the token. */
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @ForeignKey(() => User, { name: 'email_confirmations_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  /** The address of the mail. A later change of the user's addresses ends the link. */
  @Column('text')
  email: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
