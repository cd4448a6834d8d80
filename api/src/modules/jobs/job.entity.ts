import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import {
  BUDGET_MAX,
  BUDGET_MIN,
  CHANGE_REQUESTS_PER_JOB,
  JOB_STATUSES,
  type JobArea,
  type JobStatus,
  type SurveyType,
} from '@dps/contract';
import { sqlList } from '../../platform/database/columns.ts';
import { User } from '../users/user.entity.ts';

const UNASSIGNED = { where: `status = 'pending' AND pilot_id IS NULL` };
const OPEN = { where: `${UNASSIGNED.where} AND published_at IS NOT NULL` };

@Entity('jobs')
@Check('jobs_status_check', `status IN (${sqlList(JOB_STATUSES)})`)
@Check('jobs_progress_check', 'progress BETWEEN 0 AND 100')
@Check('jobs_budget_check', `budget BETWEEN ${BUDGET_MIN} AND ${BUDGET_MAX}`)
@Check('jobs_change_requests_check', `change_requests BETWEEN 0 AND ${CHANGE_REQUESTS_PER_JOB}`)
@Check('jobs_point_check', '(latitude IS NULL) = (longitude IS NULL)')
@Check('jobs_area_check', `area ->> 'type' IN ('Polygon', 'MultiPolygon')`)
@Check('jobs_area_size_check', '(area IS NULL) = (area_square_meters IS NULL)')
@Check('jobs_pilot_check', `status = 'pending' OR pilot_id IS NOT NULL`)
@Index('jobs_open_idx', ['id'], OPEN)
@Index('jobs_open_survey_type_idx', ['surveyType', 'id'], OPEN)
@Index('jobs_open_budget_idx', ['budget', 'id'], OPEN)
@Index('jobs_open_deadline_idx', ['deadline', 'id'], OPEN)
@Index('jobs_open_place_idx', ['latitude', 'longitude'], OPEN)
// An expression index, which only a migration can create.
@Index('jobs_open_position_idx', { synchronize: false })
@Index('jobs_unassigned_client_id_idx', ['clientId'], UNASSIGNED)
@Index('jobs_due_idx', ['deadline'], {
  where: `pilot_id IS NOT NULL AND status IN ('pending', 'in-progress')`,
})
@Index('jobs_end_requested_idx', ['endRequestedAt'], { where: 'end_requested_at IS NOT NULL' })
@Index('jobs_of_client_idx', ['clientId', 'id'])
@Index('jobs_paid_client_id_idx', ['clientId'], { where: `status = 'paid'` })
@Index('jobs_of_pilot_idx', ['pilotId', 'id'])
@Index('jobs_idempotency_key_idx', ['clientId', 'idempotencyKey'], {
  unique: true,
  where: 'idempotency_key IS NOT NULL',
})
export class Job {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text', { name: 'survey_type' })
  surveyType: SurveyType;

  @Column('text')
  location: string;

  /** Degrees to the north, with four decimals. Null if the point of the job is unknown. */
  @Column('double precision', { nullable: true })
  latitude: number | null;

  /** Degrees to the east, with four decimals. */
  @Column('double precision', { nullable: true })
  longitude: number | null;

  /** The name of the town at the point, if the gazetteer has one there. */
  @Column('text', { nullable: true })
  place: string | null;

  /** Cents. */
  @Column('integer')
  budget: number;

  @Column('text', { default: 'pending' })
  status: JobStatus;

  @Column('integer', { default: 0 })
  progress: number;

  @Column('integer', { name: 'client_id' })
  clientId: number;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'jobs_client_id_fkey' })
  client: Relation<User>;

  @Column('integer', { name: 'pilot_id', nullable: true })
  pilotId: number | null;

  @ManyToOne(() => User, { nullable: true })
  @JoinColumn({ name: 'pilot_id', foreignKeyConstraintName: 'jobs_pilot_id_fkey' })
  pilot: Relation<User> | null;

  /** Set by `changeJobs`: the pilots whose assignment has ended. */
  @Column('integer', { name: 'former_pilot_ids', array: true, default: [] })
  formerPilotIds: number[];

  @Column('timestamptz')
  deadline: Date;

  /** False for a calendar date without a time, which is stored as midnight UTC. */
  @Column('boolean', { name: 'deadline_has_time' })
  deadlineHasTime: boolean;

  /** GeoJSON, as the client sent it. */
  @Column('jsonb', { nullable: true })
  area: JobArea | null;

  /** The size of the area, so that lists do not read it. */
  @Column('integer', { name: 'area_square_meters', nullable: true })
  areaSquareMeters: number | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;

  /** Null while the job waits for the confirmation of its client's address. By default, a job is published at once. */
  @Column('timestamptz', { name: 'published_at', nullable: true, default: () => 'now()' })
  publishedAt: Date | null;

  /** Set by `changeJobs`: the last change of budget, deadline, place, area or description since the pilot accepted the job. */
  @Column('timestamptz', { name: 'terms_changed_at', nullable: true })
  termsChangedAt: Date | null;

  /** Set by `changeJobs`: when the pilot submitted the work; null before, and while the pilot makes changes. */
  @Column('timestamptz', { name: 'handed_over_at', nullable: true })
  handedOverAt: Date | null;

  /** When the owner first opened the job after the work was submitted. */
  @Column('timestamptz', { name: 'opened_at', nullable: true })
  openedAt: Date | null;

  /** The number of times that the owner has asked for changes. */
  @Column('integer', { name: 'change_requests', default: 0 })
  changeRequests: number;

  /** When the owner last asked the present pilot for changes. */
  @Column('timestamptz', { name: 'changes_requested_at', nullable: true })
  changesRequestedAt: Date | null;

  /** When the owner asked the pilot to end the assignment; null without an open request. */
  @Column('timestamptz', { name: 'end_requested_at', nullable: true })
  endRequestedAt: Date | null;

  /** The `Idempotency-Key` of the request that created the row, if any. */
  @Column('uuid', { name: 'idempotency_key', nullable: true })
  idempotencyKey: string | null;
}
