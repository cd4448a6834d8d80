import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { DELIVERABLE_TYPES, type DeliverableMediaType, type DeliverableType } from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { CONTENT_STORES, type ContentStoreName } from '../attachments/content/attachment-content.store.ts';
import { Job } from '../jobs/job.entity.ts';
import { User } from '../users/user.entity.ts';

/** The unfinished uploads to delete. A trigger lists the contents of their parts for removal. */
export const UNFINISHED_UPLOADS: ExpiredRows = {
  table: 'deliverables',
  primaryKey: 'id',
  endsAt: 'upload_expires_at',
};

/** A file that the pilot delivers. While its upload is unfinished, `completedAt` is null and only the pilot sees it. */
@Entity('deliverables')
@Check('deliverables_file_type_check', `file_type IN (${sqlList(DELIVERABLE_TYPES)})`)
@Check('deliverables_file_size_check', 'file_size > 0')
@Check('deliverables_received_bytes_check', 'received_bytes BETWEEN 0 AND file_size')
@Check('deliverables_completed_at_check', '(completed_at IS NULL) = (upload_expires_at IS NOT NULL)')
@Index('deliverables_job_id_idx', ['jobId', 'id'])
@Index('deliverables_uploaded_by_idx', ['uploadedBy', 'fileSize'])
@Index('deliverables_open_uploads_idx', ['uploadedBy'], { where: 'completed_at IS NULL' })
@Index('deliverables_upload_expires_at_idx', ['uploadExpiresAt'], { where: 'upload_expires_at IS NOT NULL' })
export class Deliverable {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'deliverables_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @ForeignKey(() => User, { name: 'deliverables_uploaded_by_fkey' })
  @Column('integer', { name: 'uploaded_by' })
  uploadedBy: number;

  @Column('text', { name: 'file_name' })
  fileName: string;

  @Column('text', { name: 'file_type' })
  fileType: DeliverableType;

  @Column('text', { name: 'media_type' })
  mediaType: DeliverableMediaType;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize: number;

  /** When the file was changed on the pilot's device. */
  @Column('timestamptz', { name: 'file_modified_at' })
  fileModifiedAt: Date;

  /** Bytes of the stored parts. Parts are stored in order, so this is also the offset of the next one. */
  @Column('integer', { name: 'received_bytes', default: 0 })
  receivedBytes: number;

  @Column('boolean', { name: 'has_preview', default: false })
  hasPreview: boolean;

  /** WebP of at most 320 px; selected only by name. */
  @Column('bytea', { nullable: true, select: false })
  preview: Buffer | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;

  /** Time from which housekeeping deletes an unfinished upload; null after completion. */
  @Column('timestamptz', { name: 'upload_expires_at', nullable: true })
  uploadExpiresAt: Date | null;
}

/** A part of a deliverable, with the place of its content. */
@Entity('deliverable_parts')
@Check('deliverable_parts_content_store_check', `content_store IN (${sqlList(CONTENT_STORES)})`)
export class DeliverablePart {
  @ForeignKey(() => Deliverable, { name: 'deliverable_parts_deliverable_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'deliverable_id' })
  deliverableId: number;

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
