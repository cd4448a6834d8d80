import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A counter of hits in a fixed window, shared by all replicas. */
@Entity('rate_limits')
@Index('rate_limits_resets_at_idx', ['resetsAt'])
export class RateLimit {
  @PrimaryColumn('text')
  key: string;

  @Column('integer')
  hits: number;

  @Column('timestamptz', { name: 'resets_at' })
  resetsAt: Date;
}
