import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  PrimaryColumn,
  type Relation,
} from 'typeorm';
import type { FlightEvidenceView, FlightTrackView } from '@dps/contract';
import { Job } from '../jobs/job.entity.ts';
import { User } from '../users/user.entity.ts';

@Entity('flight_data')
@Check('flight_data_duration_check', 'duration > 0')
@Index('flight_data_job_id_idx', ['jobId', 'id'])
@Index('flight_data_pilot_id_idx', ['pilotId', 'id'])
@Index('flight_data_idempotency_key_idx', ['pilotId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class FlightRecord {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('integer', { name: 'job_id' })
  jobId: number;

  /** Only of a query that joins it. */
  @ManyToOne(() => Job, { nullable: false })
  @JoinColumn({ name: 'job_id', foreignKeyConstraintName: 'flight_data_job_id_fkey' })
  job: Relation<Job>;

  @ForeignKey(() => User, { name: 'flight_data_pilot_id_fkey' })
  @Column('integer', { name: 'pilot_id' })
  pilotId: number;

  @Column('text', { name: 'flight_number' })
  flightNumber: string;

  /** Whole minutes. */
  @Column('integer')
  duration: number;

  @Column('text', { nullable: true })
  altitude: string | null;

  @Column('text', { name: 'coverage_area', nullable: true })
  coverageArea: string | null;

  @Column('text', { nullable: true })
  resolution: string | null;

  @Column('text', { nullable: true })
  notes: string | null;

  /** The evidence of the flight log, without its track; null without a log. */
  @Column('jsonb', { nullable: true })
  evidence: FlightEvidenceView | null;

  /** The `Idempotency-Key` of the request that created the row, if any. */
  @Column('uuid', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}

/** The track of a flight log. A separate table, so that lists do not read it. */
@Entity('flight_tracks')
export class FlightTrack {
  @PrimaryColumn('integer', { name: 'record_id' })
  @ForeignKey(() => FlightRecord, { name: 'flight_tracks_record_id_fkey', onDelete: 'CASCADE' })
  recordId: number;

  @Column('jsonb')
  track: FlightTrackView;
}
