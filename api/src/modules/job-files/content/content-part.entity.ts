import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part of a content in the database. There is no foreign key, because a content is stored before the row that names it. */
@Entity('content_parts')
export class ContentPart {
  @PrimaryColumn('uuid', { name: 'content_key' })
  contentKey: string;

  /** Counted from 0. */
  @PrimaryColumn('integer')
  part: number;

  @Column('bytea')
  content: Buffer;
}
