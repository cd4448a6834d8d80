import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { JobAttachment } from './attachment.entity.ts';

/** The bytes of an attachment, in a table of their own so that no list ever reads them. */
@Entity('attachment_contents')
export class AttachmentContent {
  @ForeignKey(() => JobAttachment, { name: 'attachment_contents_attachment_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { name: 'attachment_id' })
  attachmentId: number;

  @Column('bytea')
  content: Buffer;
}
