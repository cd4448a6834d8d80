import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { JobAttachment } from './attachment.entity.ts';

/** The bytes of an attachment from before there were stores, all in one row. */
@Entity('attachment_contents')
export class AttachmentContent {
  @ForeignKey(() => JobAttachment, { name: 'attachment_contents_attachment_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'attachment_id' })
  attachmentId: number;

  @Column('bytea')
  content: Buffer;
}
