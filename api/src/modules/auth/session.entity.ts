import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';

/** The sessions to delete: those that have expired. */
export const EXPIRED_SESSIONS: ExpiredRows = {
  table: 'sessions',
  primaryKey: 'token_hash',
  endsAt: 'expires_at',
};

/** SQL: ends sessions, and the event streams of their users that are open with them. Returns the ended rows. */
export const endSessions = (condition: string) => `
  DELETE FROM sessions WHERE ${condition} RETURNING sessions.*, pg_notify('session_ends', user_id::text)`;

@Entity('sessions')
@Index('sessions_user_id_idx', ['userId'])
@Index('sessions_expires_at_idx', ['expiresAt'])
export class Session {
  /** SHA-256 of the token. Only the cookie contains the token. */
  @PrimaryColumn('bytea', { name: 'token_hash' })
  tokenHash: Buffer;

  @ForeignKey(() => User, { name: 'sessions_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  /** Browser and system at the sign-in, such as "Firefox on Windows"; null if the browser named none. */
  @Column('text', { nullable: true })
  device: string | null;

  /** The client's network at the sign-in: see `clientNetwork`. */
  @Column('text', { nullable: true })
  network: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  /** The last use of the session, up to ten minutes late. */
  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' })
  lastSeenAt: Date;

  /** The absolute expiry, which does not depend on use. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** End of the proof for one change; null without a proof, and after its use. */
  @Column('timestamptz', { name: 'proof_expires_at', nullable: true })
  proofExpiresAt: Date | null;
}
