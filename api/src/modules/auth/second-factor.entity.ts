import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.ts';

/** The authenticator app of a user. */
@Entity('authenticators')
@Check('authenticators_secret_check', `(secret IS NULL) = (active_since IS NULL)`)
export class Authenticator {
  @ForeignKey(() => User, { name: 'authenticators_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'user_id' })
  userId: number;

  /** Null until a code has confirmed the first secret. */
  @Column('bytea', { nullable: true })
  secret: Buffer | null;

  /** A secret that no code has confirmed. */
  @Column('bytea', { name: 'pending_secret', nullable: true })
  pendingSecret: Buffer | null;

  /** The end of the pending secret; null without one. */
  @Column('timestamptz', { name: 'pending_expires_at', nullable: true })
  pendingExpiresAt: Date | null;

  /** The time step of the last accepted code. Codes of this and of earlier steps are refused. */
  @Column('integer', { name: 'last_step', default: 0 })
  lastStep: number;

  @Column('timestamptz', { name: 'active_since', nullable: true })
  activeSince: Date | null;
}

/** A recovery code that has not been used. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey(() => User, { name: 'recovery_codes_user_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'user_id', primaryKeyConstraintName: 'recovery_codes_pkey' })
  userId: number;

  /** SHA-256 of the code, which has 120 random bits. */
  @PrimaryColumn('bytea', { name: 'code_hash', primaryKeyConstraintName: 'recovery_codes_pkey' })
  codeHash: Buffer;
}
