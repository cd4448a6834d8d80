import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import {
  QUESTIONS_PER_JOB,
  type Actor,
  type QuestionBody,
  type QuestionReportBody,
  type QuestionView,
} from '@dps/contract';
import { violatesUnique } from '../../platform/database/database-errors.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { recordAbuseReport } from '../abuse-reports/record-abuse-report.ts';
import { recordJobEvent } from '../job-events/record-job-event.ts';
import { lockJob } from '../jobs/job.changes.ts';
import { requireJobAccess } from '../jobs/job.policy.ts';
import { JobReader } from '../jobs/job.reader.ts';
import { JobQuestion } from './question.entity.ts';

/** Returns a question without its pilot: only the pilot may find out who has asked. */
function toQuestionView(actor: Actor, { pilotId, ...question }: JobQuestion): QuestionView {
  const { id, text, askedAt, answer, answeredAt } = question;
  return {
    id,
    text,
    isOwn: pilotId === actor.id,
    askedAt: askedAt.toISOString(),
    answer,
    answeredAt: answeredAt?.toISOString() ?? null,
  };
}

/** The questions of pilots about open jobs. A write locks the job, so that no pilot accepts it meanwhile. */
@Injectable()
export class QuestionService {
  constructor(
    @InjectRepository(JobQuestion) private readonly questions: Repository<JobQuestion>,
    private readonly jobs: JobReader,
  ) {}

  /** Returns all questions about a job, oldest first. Throws `not_found` for a job that the actor may not read. */
  async ofJob(actor: Actor, jobId: number): Promise<QuestionView[]> {
    requireJobAccess('questions.read', actor, await this.jobs.find(jobId));
    const questions = await this.questions.find({ where: { jobId }, order: { id: 'ASC' } });
    return questions.map((question) => toQuestionView(actor, question));
  }

  /**
   * Adds the actor's question about an open job. Throws `not_found`, `job_not_available`, `already_asked` or
   * `too_many_questions`.
   */
  ask(actor: Actor, jobId: number, { text }: QuestionBody): Promise<QuestionView> {
    return this.questions.manager.transaction(async (manager) => {
      const job = await lockJob(manager, jobId);
      requireJobAccess('questions.ask', actor, job);
      const question = manager.create(JobQuestion, {
        jobId,
        pilotId: actor.id,
        text,
        answer: null,
        answeredAt: null,
      });
      await manager.insert(JobQuestion, question).catch((error: unknown) => {
        throw violatesUnique(error, 'job_questions_job_id_pilot_id_key')
          ? new DomainError('already_asked')
          : error;
      });
      if ((await manager.countBy(JobQuestion, { jobId })) > QUESTIONS_PER_JOB)
        throw new DomainError('too_many_questions');
      await recordJobEvent(manager, { kind: 'question-asked', job, actorId: null });
      return toQuestionView(actor, question);
    });
  }

  /**
   * Answers a question about an open job, or corrects the answer. The same answer again changes nothing. Throws `not_found`,
   * `forbidden` or `job_locked`.
   */
  answer(actor: Actor, jobId: number, id: number, { text }: QuestionBody): Promise<QuestionView> {
    return this.questions.manager.transaction(async (manager) => {
      const job = await lockJob(manager, jobId);
      requireJobAccess('questions.answer', actor, job);
      const question = await manager.findOneBy(JobQuestion, { id, jobId });
      if (!question) throw new DomainError('not_found');
      if (question.answer === text) return toQuestionView(actor, question);
      const answered = manager.merge(JobQuestion, question, { answer: text, answeredAt: new Date() });
      await manager.update(JobQuestion, { id }, { answer: text, answeredAt: answered.answeredAt });
      const { pilotId } = question;
      await recordJobEvent(manager, { kind: 'question-answered', job, actorId: actor.id, pilotId });
      return toQuestionView(actor, answered);
    });
  }

  /** Reports a question, or its answer, to the operators, once. Its author cannot. Throws `not_found` also for a missing answer. */
  report(actor: Actor, jobId: number, id: number, { part, reason }: QuestionReportBody): Promise<void> {
    return this.questions.manager.transaction(async (manager) => {
      const job = await lockJob(manager, jobId);
      requireJobAccess('questions.report', actor, job);
      const question = await manager.findOneBy(JobQuestion, { id, jobId });
      const text = part === 'question' ? question?.text : question?.answer;
      const authorId = part === 'question' ? question?.pilotId : job.clientId;
      if (typeof text !== 'string' || authorId === undefined || authorId === actor.id)
        throw new DomainError('not_found');
      const report = { kind: part, subjectId: id, jobId, authorId, text, fileNames: [], reason };
      await recordAbuseReport(manager, actor, report);
    });
  }
}
