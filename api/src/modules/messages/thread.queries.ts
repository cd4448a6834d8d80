import { MESSAGE_EXCERPT, type MessageView, type ThreadView } from '@dps/contract';
import type { PreparedRead } from '../../platform/database/pipelined-connection.ts';
import { threadState, type Blocks, type ThreadFacts } from './thread.policy.ts';

const FACTS = `jobs.client_id AS "clientId", jobs.pilot_id AS "pilotId", jobs.status,
  jobs.former_pilot_ids AS "formerPilotIds"`;

/** SQL: a party of the job's present assignment has a deleted account. */
const HAS_DELETED_PARTY = `EXISTS (
  SELECT FROM users WHERE users.id IN (jobs.client_id, jobs.pilot_id) AND users.deleted_at IS NOT NULL)`;

/**
 * Locks the job `$1`, as `lockJob` does, without its content. So the assignment continues until a message is sent, and messages
 * of a thread are committed in the order of their ids.
 */
export const LOCK_FACTS = `SELECT ${FACTS}, ${HAS_DELETED_PARTY} AS "hasDeletedParty"
  FROM jobs WHERE id = $1 FOR NO KEY UPDATE`;

/** `$1` the job. */
export const THREAD_FACTS = `SELECT ${FACTS} FROM jobs WHERE id = $1`;

/** SQL: the id of the thread of the job `$1` with the pilot `$2`. */
export const THREAD_ID = '(SELECT id FROM threads WHERE job_id = $1 AND pilot_id = $2)';

/** SQL: the files of a message as a JSON array of views. `messageId` is the SQL expression of its id. */
const filesOfMessage = (messageId: string) => `
  (SELECT coalesce(json_agg(json_build_object(
    'id', id, 'fileName', file_name, 'fileType', file_type, 'fileSize', file_size) ORDER BY id), '[]')
  FROM job_files WHERE message_id = ${messageId})`;

/** SQL: a row of `messages` as the JSON of its view. */
export const MESSAGE_JSON = `json_build_object(
  'id', messages.id, 'senderId', messages.sender_id, 'text', messages.text, 'files', ${filesOfMessage('messages.id')},
  'sentAt', event_time(messages.sent_at), 'readAt', event_time(messages.read_at))`;

/** The part of a thread that its two members see differently. */
interface MemberJson extends Pick<ThreadView, 'unread' | 'lastMessage'>, Blocks {}

/** SQL: the row `own` of `thread_members` as JSON. */
const MEMBER_JSON = `json_build_object(
  'unread', own.unread, 'isBlockedHere', own.blocked_at IS NOT NULL,
  'isBlockedThere', EXISTS (SELECT FROM thread_members AS other
    WHERE other.thread_id = own.thread_id AND other.user_id <> own.user_id AND other.blocked_at IS NOT NULL),
  'lastMessage', (SELECT json_build_object(
      'id', id, 'senderId', sender_id, 'excerpt', left(text, ${MESSAGE_EXCERPT}),
      'files', (SELECT count(*) FROM job_files WHERE message_id = messages.id), 'sentAt', event_time(sent_at))
    FROM messages WHERE id = own.last_message_id))`;

/** The part of a thread that its job has. */
interface HeadJson extends Pick<ThreadView, 'jobId' | 'pilotId' | 'jobTitle' | 'otherName'> {
  isEnded: boolean;
}

/**
 * SQL: a row of `jobs` as the JSON of its thread with a pilot.
 *
 * @param pilotId SQL of the pilot's id
 * @param reader SQL of the id of the party that reads the thread
 */
const headJson = (pilotId: string, reader: string) => `json_build_object(
  'jobId', jobs.id, 'pilotId', ${pilotId}, 'jobTitle', jobs.title, 
  'isEnded', jobs.pilot_id IS DISTINCT FROM ${pilotId} OR ${HAS_DELETED_PARTY},
  'otherName', (SELECT name FROM users WHERE users.id = CASE jobs.client_id WHEN ${reader} THEN ${pilotId} ELSE jobs.client_id END))`;

export interface ThreadRow {
  head: HeadJson;
  /** Null before the first message. */
  member: MemberJson | null;
}

/** `$1` the job, `$2` the pilot, `$3` the reader. */
export const THREAD: PreparedRead = {
  name: 'thread',
  text: `SELECT ${FACTS}, ${headJson('$2::integer', '$3::integer')} AS head,
    (SELECT ${MEMBER_JSON} FROM thread_members AS own WHERE thread_id = ${THREAD_ID} AND user_id = $3) AS member
    FROM jobs WHERE jobs.id = $1`,
};

export interface ListedThreadRow extends ThreadRow {
  /** The last message. */
  id: number;
  isUnread: boolean;
}

/**
 * `$1` the user, `$2` and `$3` whether the thread below which the page begins is unread, and its last message, `$4` the number of
 * rows.
 */
export const THREADS_OF_USER: PreparedRead = {
  name: 'threads-of-user',
  text: `SELECT own.last_message_id AS id, own.unread > 0 AS "isUnread", ${MEMBER_JSON} AS member,
    (SELECT ${headJson('threads.pilot_id', 'own.user_id')} FROM threads JOIN jobs ON jobs.id = threads.job_id
      WHERE threads.id = own.thread_id) AS head
    FROM thread_members AS own
    WHERE own.user_id = $1 AND own.last_message_id IS NOT NULL
      AND (own.unread > 0, own.last_message_id) < ($2::boolean, $3::bigint)
    ORDER BY (own.unread > 0) DESC, own.last_message_id DESC LIMIT $4`,
};

/** `$1` the user. */
export const UNREAD_THREADS: PreparedRead = {
  name: 'unread-threads',
  text: 'SELECT count(*)::integer AS threads FROM thread_members WHERE user_id = $1 AND unread > 0',
};

export interface MessagePageRow extends ThreadFacts {
  messages: MessageView[];
}

/** `$1` the job, `$2` the pilot, `$3` the id below which the page begins, `$4` the number of messages. */
export const MESSAGES_OF_THREAD: PreparedRead = {
  name: 'messages-of-thread',
  text: `SELECT ${FACTS}, (
      SELECT coalesce(json_agg(page.message ORDER BY page.id DESC), '[]') FROM (
        SELECT messages.id, ${MESSAGE_JSON} AS message FROM messages
        WHERE thread_id = ${THREAD_ID} AND messages.id < $3::bigint ORDER BY messages.id DESC LIMIT $4
      ) AS page) AS messages
    FROM jobs WHERE jobs.id = $1`,
};

/** `$1` the job, `$2` the pilot, `$3` the file. */
export const FILE_OF_THREAD: PreparedRead = {
  name: 'file-of-thread',
  text: `SELECT ${FACTS}, (
      SELECT job_files.id FROM job_files JOIN messages ON messages.id = message_id
      WHERE job_files.id = $3 AND thread_id = ${THREAD_ID}) AS "fileId"
    FROM jobs WHERE jobs.id = $1`,
};

/** Returns a thread as one of its parties sees it. */
export function toThreadView({ head: { isEnded, ...head }, member }: ThreadRow): ThreadView {
  const { unread, lastMessage, ...blocks } = member ?? NO_MESSAGES;
  return { ...head, state: threadState(isEnded, blocks), unread, lastMessage };
}

const NO_MESSAGES: MemberJson = { unread: 0, lastMessage: null, isBlockedHere: false, isBlockedThere: false };
