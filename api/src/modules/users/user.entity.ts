import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { ROLES, type Role } from '@dps/contract';
import { sqlList, decimalTransformer } from '../../platform/database/columns.ts';

/**
 * SQL: locks the account `$1`, so that what it has or may have changes once at a time. Unlike an update lock, this mode does not wait
 * for inserted rows that refer to the user.
 */
export const LOCK_USER =
  'SELECT deleted_at IS NOT NULL AS "isDeleted" FROM users WHERE id = $1 FOR NO KEY UPDATE';

@Entity('users')
@Check('users_base_check', '(base_latitude IS NULL) = (base_longitude IS NULL)')
@Check('users_role_check', `role IN (${sqlList(ROLES)})`)
// Unique after case folding, the username after NFKC, too: expression indexes, which only a migration can create.
@Index('users_username_key', { synchronize: false })
@Index('users_email_key', { synchronize: false })
// An index of trigrams, for the search of open jobs.
@Index('users_client_name_idx', { synchronize: false })
@Index('users_deleted_idx', ['id'], { where: 'deleted_at IS NOT NULL' })
export class User {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  username: string;

  @Column('text')
  email: string;

  /** argon2id in PHC text form, empty for a deleted account; selected only by name. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash: string;

  /** Null until the user has opened the link of a mail to `email`. */
  @Column('timestamptz', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt: Date | null;

  /** The address that replaces `email` when the user opens the link of a mail to it. */
  @Column('text', { name: 'pending_email', nullable: true })
  pendingEmail: string | null;

  @Column('text')
  role: Role;

  @Column('text')
  name: string;

  @Column('numeric', {
    name: 'flight_hours',
    precision: 8,
    scale: 2,
    nullable: true,
    transformer: decimalTransformer,
  })
  flightHours: number | null;

  /** WebP of at most 256 px; selected only by name. */
  @Column('bytea', { name: 'profile_image', nullable: true, select: false })
  profileImage: Buffer | null;

  /** Where a pilot starts, in degrees with four decimals. Null without a base. */
  @Column('double precision', { name: 'base_latitude', nullable: true })
  baseLatitude: number | null;

  @Column('double precision', { name: 'base_longitude', nullable: true })
  baseLongitude: number | null;

  /** The name of the town at the base, if the gazetteer has one there. */
  @Column('text', { name: 'base_place', nullable: true })
  basePlace: string | null;

  /** Null for an active account. A suspended one has no sessions and cannot sign in. */
  @Column('timestamptz', { name: 'suspended_at', nullable: true })
  suspendedAt: Date | null;

  /** When housekeeping deletes the account; null unless the user has requested it. */
  @Column('timestamptz', { name: 'deletes_at', nullable: true })
  deletesAt: Date | null;

  /** When the account was deleted. Its row remains without personal data, because jobs and payments refer to it. */
  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}

/** The username of a deleted or renamed account. A trigger inserts it, and no other account gets it. */
@Entity('former_usernames')
export class FormerUsername {
  /** SHA-256 of the normalized username. */
  @PrimaryColumn('bytea')
  hash: Buffer;
}
