import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An event of the payment provider that has been dealt with; its id is unique, so that a second delivery does nothing. */
@Entity('provider_events')
@Unique('provider_events_event_id_key', ['eventId'])
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
