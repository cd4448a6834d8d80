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
import { RETENTION } from '@dps/contract';
import type { ExpiredRows } from '../../platform/housekeeping/expired-rows.ts';
import { Message } from '../messages/message.entity.ts';
import { JobQuestion } from '../questions/question.entity.ts';
import { User } from '../users/user.entity.ts';
import type { AbuseReportKind } from './record-abuse-report.ts';

/** The reports to delete. Open ones are kept. */
export const CLOSED_REPORTS: ExpiredRows = {
  table: 'abuse_reports',
  primaryKey: 'id',
  endsAt: 'closed_at',
  kept: RETENTION.abuseReports,
};

/**
 * A user's report of a message, a question or an answer of another user. Operators close it. It has a copy of the text and of the
 * file names, which remain after the deletion of the job.
 */
@Entity('abuse_reports')
@Check('abuse_reports_kind_check', `kind IN ('message', 'question', 'answer')`)
@Unique('abuse_reports_message_id_reporter_id_key', ['messageId', 'reporterId'])
@Unique('abuse_reports_question_id_kind_reporter_id_key', ['questionId', 'kind', 'reporterId'])
@Index('abuse_reports_author_id_idx', ['authorId'])
@Index('abuse_reports_reporter_id_idx', ['reporterId'])
@Index('abuse_reports_open_idx', ['id'], { where: 'closed_at IS NULL' })
@Index('abuse_reports_closed_at_idx', ['closedAt'], { where: 'closed_at IS NOT NULL' })
export class AbuseReport {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  kind: AbuseReportKind;

  /** The reported message. Null for other kinds, and after the deletion of the job. */
  @ForeignKey(() => Message, { name: 'abuse_reports_message_id_fkey', onDelete: 'SET NULL' })
  @Column('integer', { name: 'message_id', nullable: true })
  messageId: number | null;

  /** The question that is reported, or whose answer is. Null for messages, and after the deletion of the job. */
  @ForeignKey(() => JobQuestion, { name: 'abuse_reports_question_id_fkey', onDelete: 'SET NULL' })
  @Column('integer', { name: 'question_id', nullable: true })
  questionId: number | null;

  /** Not a foreign key, so that it remains after the deletion of the job. */
  @Column('integer', { name: 'job_id' })
  jobId: number;

  @ForeignKey(() => User, { name: 'abuse_reports_author_id_fkey' })
  @Column('integer', { name: 'author_id' })
  authorId: number;

  @Column('text')
  text: string;

  @Column('text', { name: 'file_names', array: true })
  fileNames: string[];

  @ForeignKey(() => User, { name: 'abuse_reports_reporter_id_fkey' })
  @Column('integer', { name: 'reporter_id' })
  reporterId: number;

  @Column('text')
  reason: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt: Date | null;
}
