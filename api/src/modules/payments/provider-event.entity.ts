import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { RETENTION } from '@dps/contract';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';

/** The events to delete. The provider repeats an event for three days, and operators may send one of the last 30 again. */
export const OLD_PROVIDER_EVENTS: ExpiredRows = {
  table: 'provider_events',
  primaryKey: 'id',
  endsAt: 'received_at',
  kept: RETENTION.providerEvents,
};

/** A processed event of the payment provider. Its id is unique, so a second delivery changes nothing. */
@Entity('provider_events')
@Unique('provider_events_event_id_key', ['eventId'])
@Index('provider_events_received_at_idx', ['receivedAt'])
export class ProviderEvent {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text', { name: 'event_id' })
  eventId: string;

  @Column('text')
  type: string;

  @CreateDateColumn({ name: 'received_at', type: 'timestamptz' })
  receivedAt: Date;
}
