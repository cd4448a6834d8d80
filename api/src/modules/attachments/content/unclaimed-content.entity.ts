import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ContentStoreName } from './attachment-content.store.ts';

/**
 * A content that no attachment claims: one that is being uploaded, or one whose attachment is gone. Each is written down
 * before it exists, so whatever crashes, it is known what to remove.
 */
@Entity('unclaimed_contents')
export class UnclaimedContent {
  @PrimaryColumn('uuid', { name: 'content_key' })
  contentKey: string;

  @Column('text', { name: 'content_store' })
  contentStore: ContentStoreName;

  /** Until then its upload may claim it; null when it is too late for that. */
  @Column('timestamptz', { name: 'claimable_until', nullable: true })
  claimableUntil: Date | null;

  /** From then on it is removed. */
  @Index('unclaimed_contents_sweep_after_idx')
  @Column('timestamptz', { name: 'sweep_after', default: () => 'now()' })
  sweepAfter: Date;
}
