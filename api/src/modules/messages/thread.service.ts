import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  Actor,
  MessageParameters,
  MessageReportBody,
  ThreadBlockBody,
  ThreadParameters,
  ThreadReadBody,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { recordAbuseReport, type NewAbuseReport } from '../abuse-reports/record-abuse-report.ts';
import { dropWaitingMail } from '../mail/enqueue-mail.ts';
import { requireAssignment, requireParty, type ThreadFacts } from './thread.policy.ts';
import { THREAD_FACTS, THREAD_ID } from './thread.queries.ts';
import { lockThread, openThread } from './threads.ts';

// `$1` the job, `$2` the pilot, `$3` the reader, `$4` the last message that was read, `$5` both parties, as JSON.
const READ = `
  WITH read AS (
    UPDATE messages SET read_at = now()
    WHERE thread_id = ${THREAD_ID} AND sender_id <> $3 AND id <= $4 AND read_at IS NULL RETURNING id
  ), counted AS (
    SELECT count(*)::integer AS messages FROM read
  ), member AS (
    UPDATE thread_members SET unread = unread - messages,
      mailed_at = CASE WHEN unread > messages THEN mailed_at END
    FROM counted WHERE thread_id = ${THREAD_ID} AND user_id = $3 AND messages > 0 RETURNING unread
  )
  SELECT unread, pg_notify('thread_changes', $5) FROM member`;

// `$1` the thread, `$2` the user, `$3` whether to block it, `$4` both parties, as JSON.
const BLOCK = `
  WITH member AS (
    UPDATE thread_members SET blocked_at = CASE WHEN $3 THEN now() END
    WHERE thread_id = $1 AND user_id = $2 AND (blocked_at IS NOT NULL) <> $3 RETURNING user_id
  )
  SELECT pg_notify('thread_changes', $4) FROM member`;

// `$1` the job, `$2` the pilot, `$3` the message, `$4` the reporter.
const REPORTED = `
  SELECT sender_id AS "authorId", text,
    ARRAY(SELECT file_name FROM job_files WHERE message_id = messages.id ORDER BY job_files.id) AS "fileNames"
  FROM messages WHERE id = $3 AND thread_id = ${THREAD_ID} AND sender_id <> $4`;

type ReportedMessage = Pick<NewAbuseReport, 'authorId' | 'text' | 'fileNames'>;

const partiesOf = ({ clientId }: ThreadFacts, { pilotId }: ThreadParameters) =>
  JSON.stringify([clientId, pilotId]);

/** What a party does with a thread, other than writing. Both parties receive a live event. */
@Injectable()
export class ThreadService {
  constructor(private readonly database: DataSource) {}

  /** Marks the messages of the other party up to one as read. A waiting mail about them is not sent. Throws `not_found`. */
  async markRead(actor: Actor, thread: ThreadParameters, { upTo }: ThreadReadBody): Promise<void> {
    const { id: jobId, pilotId } = thread;
    await this.database.transaction(async (manager) => {
      const job = await factsOf(manager, jobId);
      requireParty('messages.mark-read', actor, job, pilotId);
      const values = [jobId, pilotId, actor.id, upTo, partiesOf(job, thread)];
      const [member] = await manager.query<{ unread: number }[]>(READ, values);
      if (member?.unread !== 0) return;
      const detail = { pilotId: String(pilotId) };
      await dropWaitingMail(manager, { kind: 'messages', userId: actor.id, jobId, detail });
    });
  }

  /** Blocks a thread for both parties, or ends the actor's own block. Throws `not_found`, or `thread_closed` after the assignment. */
  async block(actor: Actor, thread: ThreadParameters, { blocked }: ThreadBlockBody): Promise<void> {
    await this.database.transaction(async (manager) => {
      const locked = await lockThread(manager, actor, thread);
      requireAssignment('threads.block', actor, locked.job, thread.pilotId);
      if (!blocked && locked.id === null) return;
      const threadId = await openThread(manager, locked, thread);
      await manager.query(BLOCK, [threadId, actor.id, blocked, partiesOf(locked.job, thread)]);
    });
  }

  /** Reports a message of the other party to the operators, once. Throws `not_found`. */
  async report(
    actor: Actor,
    { id: jobId, pilotId, messageId }: MessageParameters,
    { reason }: MessageReportBody,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      requireParty('messages.report', actor, await factsOf(manager, jobId), pilotId);
      const values = [jobId, pilotId, messageId, actor.id];
      const [message] = await manager.query<ReportedMessage[]>(REPORTED, values);
      if (!message) throw new DomainError('not_found');
      const report = { kind: 'message', subjectId: messageId, jobId, reason, ...message } as const;
      await recordAbuseReport(manager, actor, report);
    });
  }
}

async function factsOf(manager: EntityManager, jobId: number): Promise<ThreadFacts> {
  const [job] = await manager.query<ThreadFacts[]>(THREAD_FACTS, [jobId]);
  if (!job) throw new DomainError('not_found');
  return job;
}
