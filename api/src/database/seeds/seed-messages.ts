import type { EntityManager } from 'typeorm';
import type { Job } from '../../modules/jobs/job.entity.ts';
import { Message } from '../../modules/messages/message.entity.ts';
import { Thread, ThreadMember } from '../../modules/messages/thread.entity.ts';
import type { DemoMessage } from './demo-jobs.ts';

/** Returns the id of the conversation of a job's client with a pilot, which the first message creates. */
async function threadOf(
  manager: EntityManager,
  { id: jobId, clientId }: Job,
  pilotId: number,
): Promise<number> {
  const existing = await manager.findOneBy(Thread, { jobId, pilotId });
  if (existing) return existing.id;
  const thread = manager.create(Thread, { jobId, pilotId });
  await manager.insert(Thread, thread);
  const members = [clientId, pilotId].map((userId) => ({ threadId: thread.id, userId }));
  await manager.insert(ThreadMember, members);
  return thread.id;
}

/** Inserts a message between the client and the pilot of a job, without a mail. */
export async function seedMessage(
  manager: EntityManager,
  job: Job,
  pilotId: number,
  { from, text, isUnread = false }: DemoMessage,
  sentAt: Date,
): Promise<void> {
  const threadId = await threadOf(manager, job, pilotId);
  const [senderId, readerId] = from === 'client' ? [job.clientId, pilotId] : [pilotId, job.clientId];
  const message = manager.create(Message, {
    threadId,
    senderId,
    text,
    sentAt,
    readAt: isUnread ? null : sentAt,
  });
  await manager.insert(Message, message);
  await manager.update(ThreadMember, { threadId }, { lastMessageId: message.id });
  if (isUnread) await manager.increment(ThreadMember, { threadId, userId: readerId }, 'unread', 1);
}
