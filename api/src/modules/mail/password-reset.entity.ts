import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';

/** The tokens to delete: those that have expired. */
export const EXPIRED_PASSWORD_RESETS: ExpiredRows = {
  table: 'password_resets',
  primaryKey: 'token_hash',
  endsAt: 'expires_at',
};

/** The token of a mailed link with which a user chooses a new password. */
@Entity('password_resets')
@Index('password_resets_user_id_idx', ['userId'])
@Index('password_resets_expires_at_idx', ['expiresAt'])
export class PasswordResetToken {
  /** SHA-256 of the token. Only the mail contains the token. */
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @ForeignKey(() => User, { name: 'password_resets_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
