import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { ATTACHMENT_TYPES, type AttachmentMediaType, type AttachmentType } from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import { Job } from '../jobs/job.entity.ts';
import { User } from '../users/user.entity.ts';
import { CONTENT_STORES, type ContentStoreName } from './content/attachment-content.store.ts';

/** Metadata of an attached file, with the place of its content. */
@Entity('job_attachments')
@Check('job_attachments_file_type_check', `file_type IN (${sqlList(ATTACHMENT_TYPES)})`)
@Check('job_attachments_file_size_check', 'file_size > 0')
@Check('job_attachments_content_store_check', `content_store IN (${sqlList(CONTENT_STORES)})`)
@Index('job_attachments_job_id_idx', ['jobId', 'id'])
@Index('job_attachments_uploaded_by_idx', ['uploadedBy', 'fileSize'])
@Index('job_attachments_idempotency_key_idx', ['uploadedBy', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class JobAttachment {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'job_attachments_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @Column('text', { name: 'file_name' })
  fileName: string;

  @Column('text', { name: 'file_type' })
  fileType: AttachmentType;

  /** Read from the content, not from the request. */
  @Column('text', { name: 'media_type' })
  mediaType: AttachmentMediaType;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize: number;

  @ForeignKey(() => User, { name: 'job_attachments_uploaded_by_fkey' })
  @Column('integer', { name: 'uploaded_by' })
  uploadedBy: number;

  @Column('text', { name: 'content_store' })
  contentStore: ContentStoreName;

  /** The random name of the content in its store. */
  @Column('uuid', { name: 'content_key' })
  contentKey: string;

  @Column('bytea', { name: 'content_sha256' })
  contentSha256: Buffer;

  /** The `Idempotency-Key` of the request that created the row, if any. */
  @Column('uuid', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
