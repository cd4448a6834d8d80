import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { FlightEvidenceBody } from '@dps/shared-contracts';
import { FlightRecord } from './flight-record.entity.ts';

/** The track of a flight record that came with a log; apart from the record, so that lists do not carry it. */
@Entity('flight_tracks')
export class FlightTrack {
  @PrimaryColumn('integer', { name: 'record_id' })
  @ForeignKey(() => FlightRecord, { name: 'flight_tracks_record_id_fkey', onDelete: 'CASCADE' })
  recordId: number;

  @Column('jsonb')
  track: FlightEvidenceBody['track'];
}
