import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ExpiredRows } from '../housekeeping/expired-rows.ts';

/** The counters to delete: those whose window has ended. */
export const EXPIRED_RATE_LIMITS: ExpiredRows = {
  table: 'rate_limits',
  primaryKey: 'key',
  endsAt: 'resets_at',
};

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
