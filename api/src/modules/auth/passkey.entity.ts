import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { User } from '../users/user.entity.ts';

/** The challenges to delete: those that no passkey has signed in time. */
export const EXPIRED_PASSKEY_CHALLENGES: ExpiredRows = {
  table: 'passkey_challenges',
  primaryKey: 'holder_hash',
  endsAt: 'expires_at',
};

/** A passkey of a user: a public key of a WebAuthn credential. */
@Entity('passkeys')
@Unique('passkeys_credential_id_key', ['credentialId'])
@Index('passkeys_user_id_idx', ['userId'])
export class Passkey {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'passkeys_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  @Column('bytea', { name: 'credential_id' })
  credentialId: Buffer;

  /** COSE. */
  @Column('bytea', { name: 'public_key' })
  publicKey: Buffer;

  /** The count of the last signature; 0 for authenticators that do not count. A lower count reveals a copy. */
  @Column('bigint', { name: 'sign_count' })
  signCount: string;

  /** Transports between browser and authenticator, such as `internal` or `usb`. */
  @Column('text', { array: true })
  transports: string[];

  @Column('text')
  name: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}

/** A challenge that a passkey has not signed. */
@Entity('passkey_challenges')
@Index('passkey_challenges_expires_at_idx', ['expiresAt'])
export class PasskeyChallenge {
  /** SHA-256 of the token of the browser's cookie: its session for a new passkey, otherwise a cookie of its own. */
  @PrimaryColumn('bytea', { name: 'holder_hash' })
  holderHash: Buffer;

  @Column('bytea')
  challenge: Buffer;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
