import { RETENTION } from '@dps/contract';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';

/** The events to delete. A trigger refuses to delete newer ones. */
export const OLD_AUDIT_EVENTS: ExpiredRows = {
  table: 'audit_events',
  primaryKey: 'id',
  endsAt: 'at',
  kept: RETENTION.auditTrail,
};

/**
 * A change of money, a budget or an account, written in the transaction of the change. Triggers refuse to change it, and to delete
 * it too early.
 */
@Entity('audit_events')
@Index('audit_events_subject_idx', ['subject', 'id'])
@Index('audit_events_actor_idx', ['actor', 'id'])
@Index('audit_events_at_idx', ['at'])
export class AuditEvent {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('timestamptz', { default: () => 'now()' })
  at: Date;

  /** `user:<id>`, `provider:stripe`, or `operator:<name>`. */
  @Column('text')
  actor: string;

  /** Such as `budget.changed` or `payment.completed`. */
  @Column('text')
  action: string;

  /** `user:<id>` or `job:<id>`. */
  @Column('text')
  subject: string;

  /** The changed values before; null for a new row. */
  @Column('jsonb', { nullable: true })
  before: Record<string, unknown> | null;

  @Column('jsonb')
  after: Record<string, unknown>;
}
