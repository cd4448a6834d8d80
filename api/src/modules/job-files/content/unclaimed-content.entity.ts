import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ContentStoreName } from './content.store.ts';

/**
 * A content that no row names: it is being uploaded, or its row was deleted. The row is inserted before the
 * content is stored, so that the sweep can remove it after a crash.
 */
@Entity('unclaimed_contents')
export class UnclaimedContent {
  @PrimaryColumn('uuid', { name: 'content_key' })
  contentKey: string;

  @Column('text', { name: 'content_store' })
  contentStore: ContentStoreName;

  /** Deadline for the upload's claim; null if it can no longer be claimed. */
  @Column('timestamptz', { name: 'claimable_until', nullable: true })
  claimableUntil: Date | null;

  /** Time from which the sweep removes it. */
  @Index('unclaimed_contents_sweep_after_idx')
  @Column('timestamptz', { name: 'sweep_after', default: () => 'now()' })
  sweepAfter: Date;
}
