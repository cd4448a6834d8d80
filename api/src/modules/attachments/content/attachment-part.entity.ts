import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part of a file that is kept in the database. There is no foreign key: a content is written before its attachment. */
@Entity('attachment_parts')
export class AttachmentPart {
  @PrimaryColumn('uuid', { name: 'content_key' })
  contentKey: string;

  /** Counted from 0. */
  @PrimaryColumn('integer')
  part: number;

  @Column('bytea')
  content: Buffer;
}
