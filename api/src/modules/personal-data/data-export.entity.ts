import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { sqlList } from '../../platform/database/columns.ts';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { CONTENT_STORES, type ContentStoreName } from '../job-files/content/content.store.ts';
import { User } from '../users/user.entity.ts';

/** The exports to delete. A trigger lists the contents of their parts for removal. */
export const EXPIRED_EXPORTS: ExpiredRows = {
  table: 'data_exports',
  primaryKey: 'id',
  endsAt: 'expires_at',
};

/** The latest export of a user's data. It is being made until it is completed or has failed. */
@Entity('data_exports')
@Unique('data_exports_user_id_key', ['userId'])
@Index('data_exports_expires_at_idx', ['expiresAt'])
export class DataExport {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => User, { name: 'data_exports_user_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'user_id' })
  userId: number;

  @CreateDateColumn({ name: 'requested_at', type: 'timestamptz' })
  requestedAt: Date;

  /** The number of the latest attempt, which alone may write. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}

/** A part of the file of an export, with the place of its content. */
@Entity('data_export_parts')
@Check('data_export_parts_content_store_check', `content_store IN (${sqlList(CONTENT_STORES)})`)
export class DataExportPart {
  @ForeignKey(() => DataExport, { name: 'data_export_parts_export_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'export_id' })
  exportId: number;

  /** Counted from 1. */
  @PrimaryColumn('integer')
  part: number;

  /** Bytes. */
  @Column('integer')
  size: number;

  @Column('text', { name: 'content_store' })
  contentStore: ContentStoreName;

  /** The random name of the content in its store. */
  @Column('uuid', { name: 'content_key' })
  contentKey: string;

  @Column('bytea', { name: 'content_sha256' })
  contentSha256: Buffer;
}
