import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { Job } from '../jobs/job.entity.ts';
import { User } from '../users/user.entity.ts';

/** A pilot's question about an open job, with the answer of the job's client. */
@Entity('job_questions')
@Unique('job_questions_job_id_pilot_id_key', ['jobId', 'pilotId'])
@Check('job_questions_answer_check', '(answer IS NULL) = (answered_at IS NULL)')
@Index('job_questions_pilot_id_idx', ['pilotId'])
export class JobQuestion {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Job, { name: 'job_questions_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @ForeignKey(() => User, { name: 'job_questions_pilot_id_fkey' })
  @Column('integer', { name: 'pilot_id' })
  pilotId: number;

  @Column('text')
  text: string;

  @CreateDateColumn({ name: 'asked_at', type: 'timestamptz' })
  askedAt: Date;

  @Column('text', { nullable: true })
  answer: string | null;

  @Column('timestamptz', { name: 'answered_at', nullable: true })
  answeredAt: Date | null;
}
