import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  PrimaryColumn,
} from 'typeorm';
import type { FlightEvidenceView, FlightLogView, FlightTrackView, SurveyCameraId } from '@dps/contract';
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
@Index('flight_data_log_sha256_idx', ['logSha256', 'id'], { where: 'log_sha256 IS NOT NULL' })
@Index('flight_data_started_at_idx', ['pilotId', 'startedAt'], { where: 'started_at IS NOT NULL' })
export class FlightRecord {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'flight_data_job_id_fkey' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

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

  /** The camera of the flight, which determines the resolution of a log. */
  @Column('text', { nullable: true })
  camera: SurveyCameraId | null;

  /** The state of the uploaded flight log; null without one. */
  @Column('jsonb', { nullable: true })
  log: FlightLogView | null;

  /** The evidence of the flight log, without its track; null without a log. */
  @Column('jsonb', { nullable: true })
  evidence: FlightEvidenceView | null;

  /** The digest of the log, its start and its end, for comparisons with other records: see `evidenceColumns`. */
  @Column('text', { name: 'log_sha256', nullable: true })
  logSha256: string | null;

  @Column('timestamptz', { name: 'started_at', nullable: true })
  startedAt: Date | null;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;

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
