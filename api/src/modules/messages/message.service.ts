import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  MESSAGE_MAIL_MINUTES,
  type Actor,
  type MessageBody,
  type MessageView,
  type ThreadParameters,
} from '@dps/contract';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { TEXTS } from '../../texts.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { requireAssignment, requireParty, requireUnblocked } from './thread.policy.ts';
import { MESSAGE_JSON } from './thread.queries.ts';
import { lockThread, openThread, type LockedThread } from './threads.ts';

const OF_KEY = `
  SELECT thread_id AS "threadId", ${MESSAGE_JSON} AS message FROM messages WHERE sender_id = $1 AND idempotency_key = $2`;

// `$5` are both parties, as JSON.
const SEND = `
  WITH message AS (
    INSERT INTO messages (thread_id, sender_id, text, idempotency_key) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING id, sent_at
  ), members AS (
    UPDATE thread_members SET last_message_id = message.id,
      unread = unread + CASE user_id WHEN $2 THEN 0 ELSE 1 END,
      mailed_at = CASE user_id WHEN $2 THEN mailed_at ELSE coalesce(mailed_at, now()) END
    FROM message WHERE thread_id = $1 RETURNING user_id, user_id <> $2 AND old.mailed_at IS NULL AS is_mailed
  )
  SELECT id, event_time(sent_at) AS "sentAt", (SELECT user_id FROM members WHERE is_mailed) AS "mailTo",
    pg_notify('thread_changes', $5)
  FROM message`;

// A file is sent once, by its uploader, with a message about its job.
const SEND_FILES = `
  UPDATE job_files SET message_id = $1, upload_expires_at = NULL
  WHERE id = ANY ($2) AND job_id = $3 AND uploaded_by = $4 AND purpose = 'message' AND completed_at IS NOT NULL
    AND message_id IS NULL
  RETURNING id, file_name AS "fileName", file_type AS "fileType", file_size AS "fileSize"`;

interface StoredMessage {
  threadId: number;
  message: MessageView;
}

type NewMessage = Pick<MessageView, 'id' | 'sentAt'> & { mailTo: number | null };

/** Sends messages. All of them lock the job first, so the ids of a thread are in the order in which they become visible. */
@Injectable()
export class MessageService {
  constructor(private readonly database: DataSource) {}

  /**
   * Sends a message with its uploaded files to the other party. Returns the existing message if the actor has used the key before.
   * Throws `not_found`, `thread_closed` after the assignment and while a party blocks the thread, `validation_failed` for a file that
   * the actor has not uploaded for a message of this job, and `idempotency_key_reused` for the key of another message.
   */
  send(actor: Actor, thread: ThreadParameters, body: MessageBody, key: string | null): Promise<MessageView> {
    return this.database.transaction(async (manager) => {
      const locked = await lockThread(manager, actor, thread);
      requireParty('messages.read', actor, locked.job, thread.pilotId);
      const first = key === null ? undefined : await messageOfKey(manager, actor, key);
      if (first) return sameMessage(first, locked, body);
      requireAssignment('messages.send', actor, locked.job, thread.pilotId);
      requireUnblocked(locked);
      const threadId = await openThread(manager, locked, thread);
      const values = [
        threadId,
        actor.id,
        body.text,
        key,
        JSON.stringify([locked.job.clientId, thread.pilotId]),
      ];
      const [sent] = await manager.query<NewMessage[]>(SEND, values);
      // The key of a message about another job, which was sent meanwhile.
      if (!sent) throw new DomainError('idempotency_key_reused');
      const { id, sentAt, mailTo } = sent;
      const files = await sendFiles(manager, actor, thread, id, body);
      if (mailTo !== null) await mailUnread(manager, mailTo, thread);
      return { id, senderId: actor.id, text: body.text, files, sentAt, readAt: null };
    });
  }
}

async function messageOfKey(
  manager: EntityManager,
  { id }: Actor,
  key: string,
): Promise<StoredMessage | undefined> {
  const [stored] = await manager.query<StoredMessage[]>(OF_KEY, [id, key]);
  return stored;
}

/** Returns the message that the same request has sent. Throws `idempotency_key_reused` for another one. */
function sameMessage(
  { threadId, message }: StoredMessage,
  { id }: LockedThread,
  { text, fileIds = [] }: MessageBody,
): MessageView {
  const files = new Set(fileIds);
  const isSame =
    threadId === id &&
    message.text === text &&
    message.files.length === files.size &&
    message.files.every((file) => files.has(file.id));
  if (!isSame) throw new DomainError('idempotency_key_reused');
  return message;
}

async function sendFiles(
  manager: EntityManager,
  { id: userId }: Actor,
  { id: jobId }: ThreadParameters,
  messageId: number,
  { fileIds = [] }: MessageBody,
): Promise<MessageView['files']> {
  if (fileIds.length === 0) return [];
  const values = [messageId, fileIds, jobId, userId];
  const [files] = await manager.query<[MessageView['files'], number]>(SEND_FILES, values);
  if (files.length < new Set(fileIds).size)
    throw new DomainError('validation_failed', {
      errors: [{ path: 'fileIds', message: TEXTS.filesNotUploaded }],
    });
  return files.toSorted((a, b) => a.id - b.id);
}

/** Writes the one mail of a thread until it is read. */
function mailUnread(
  manager: EntityManager,
  userId: number,
  { id: jobId, pilotId }: ThreadParameters,
): Promise<void> {
  const mail = { kind: 'messages', userId, jobId, detail: { pilotId: String(pilotId) } } as const;
  return enqueueMail(manager, mail, MESSAGE_MAIL_MINUTES * 60);
}
