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
import {
  ATTACHMENT_TYPES,
  DELIVERABLE_TYPES,
  FILE_PURPOSES,
  type AttachmentType,
  type DeliverableType,
  type FilePurpose,
} from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { FlightRecord } from '../flight-data/flight-record.entity.ts';
import { Job } from '../jobs/job.entity.ts';
import { Message } from '../messages/message.entity.ts';
import { User } from '../users/user.entity.ts';
import type { FileMediaType } from './file-format.ts';
import { CONTENT_STORES, type ContentStoreName } from './content/content.store.ts';

/** The unfinished uploads, and the files of messages that were never sent, to delete. A trigger lists the contents of their parts for removal. */
export const UNFINISHED_UPLOADS: ExpiredRows = {
  table: 'job_files',
  primaryKey: 'id',
  endsAt: 'upload_expires_at',
};

const FILE_TYPES = [...new Set([...ATTACHMENT_TYPES, ...DELIVERABLE_TYPES, 'flight-log'])];

/**
 * A file of a job: an attachment of the client, a deliverable or a flight log of the pilot, or a file of a message. Until `completedAt`, it is an unfinished
 * upload.
 */
@Entity('job_files')
@Check('job_files_purpose_check', `purpose IN (${sqlList(FILE_PURPOSES)})`)
@Check('job_files_record_id_check', `(purpose = 'flight-log') = (record_id IS NOT NULL)`)
@Check('job_files_file_type_check', `file_type IN (${sqlList(FILE_TYPES)})`)
@Check('job_files_file_size_check', 'file_size > 0')
@Check('job_files_received_bytes_check', 'received_bytes BETWEEN 0 AND file_size')
@Check('job_files_message_id_check', `message_id IS NULL OR purpose = 'message'`)
@Check(
  'job_files_completed_at_check',
  `(upload_expires_at IS NULL) = (completed_at IS NOT NULL AND (purpose <> 'message' OR message_id IS NOT NULL))`,
)
@Index('job_files_job_id_idx', ['jobId', 'id'])
@Index('job_files_record_id_idx', ['recordId'], { where: 'record_id IS NOT NULL' })
@Index('job_files_message_id_idx', ['messageId'], { where: 'message_id IS NOT NULL' })
@Index('job_files_uploaded_by_idx', ['uploadedBy', 'fileSize'])
@Index('job_files_open_uploads_idx', ['uploadedBy'], { where: 'completed_at IS NULL' })
@Index('job_files_unsent_idx', ['uploadedBy'], { where: `purpose = 'message' AND message_id IS NULL` })
@Index('job_files_upload_expires_at_idx', ['uploadExpiresAt'], { where: 'upload_expires_at IS NOT NULL' })
@Index('job_files_idempotency_key_idx', ['uploadedBy', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class JobFile {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'job_files_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @Column('text')
  purpose: FilePurpose;

  /** The flight record of a log; null for other files. */
  @ForeignKey(() => FlightRecord, { name: 'job_files_record_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'record_id', nullable: true })
  recordId: number | null;

  /** The message that has sent the file; null for other files, and until it is sent. */
  @ForeignKey(() => Message, { name: 'job_files_message_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'message_id', nullable: true })
  messageId: number | null;

  @ForeignKey(() => User, { name: 'job_files_uploaded_by_fkey' })
  @Column('integer', { name: 'uploaded_by' })
  uploadedBy: number;

  @Column('text', { name: 'file_name' })
  fileName: string;

  @Column('text', { name: 'file_type' })
  fileType: AttachmentType | DeliverableType | 'flight-log';

  /** The type of the extension, which a completed file has; of a flight log, only its bytes. */
  @Column('text', { name: 'media_type' })
  mediaType: FileMediaType;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize: number;

  /** When the file was changed on the user's device; the time of the call for an attachment in JSON. */
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

  /** The `Idempotency-Key` of the request that started the upload or continued it last, if any. */
  @Column('uuid', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;

  /** Time from which housekeeping deletes an unfinished upload; null after completion, and for a message after it is sent. */
  @Column('timestamptz', { name: 'upload_expires_at', nullable: true })
  uploadExpiresAt: Date | null;
}

/** A part of a job's file, with the place of its content. */
@Entity('job_file_parts')
@Check('job_file_parts_content_store_check', `content_store IN (${sqlList(CONTENT_STORES)})`)
export class JobFilePart {
  @ForeignKey(() => JobFile, { name: 'job_file_parts_file_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'file_id' })
  fileId: number;

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
