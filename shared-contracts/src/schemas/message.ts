import { array, boolean, number, object, string, type InferType } from './yup.ts';
import { id, idInPath, instant, reportReason, text } from './fields.ts';
import { cursor, limited, page } from './parameters.ts';
import { isVisible } from '../domain/text.ts';
import { ATTACHMENT_TYPES } from '../domain/attachment.ts';
import { MESSAGE_FILES, MESSAGE_MAX, THREAD_STATES } from '../domain/message.ts';

/** A job and a pilot, who name the thread of the job's client with this pilot. */
const thread = {
  id: idInPath('The id of the job').required(),
  pilotId: idInPath('The id of the pilot').required(),
};
export const threadParameters = object(thread).required();
export type ThreadParameters = InferType<typeof threadParameters>;

export const messageParameters = object({
  ...thread,
  messageId: idInPath('The id of the message').required(),
}).required();
export type MessageParameters = InferType<typeof messageParameters>;

export const messageFileParameters = object({
  ...thread,
  fileId: idInPath('The id of the file').required(),
}).required();
export type MessageFileParameters = InferType<typeof messageFileParameters>;

/** Maximum number of messages or threads in a response: fewer than other rows, because a message may be long. */
export const MESSAGES_PAGE_LIMIT = 50;

const limit = limited(MESSAGES_PAGE_LIMIT).optional();
export const messagesQuery = object({ ...page, limit }).exact();
export type MessagesQuery = InferType<typeof messagesQuery>;

export const threadsQuery = object({
  limit,
  after: cursor('^[01]-[1-9]\\d{0,9}$', ['1-17']).optional(),
}).exact();
export type ThreadsQuery = InferType<typeof threadsQuery>;

/** A file of a message, without its content. */
const messageFileView = object({
  id: id().required(),
  fileName: string().required(),
  fileType: string().oneOf(ATTACHMENT_TYPES).required(),
  fileSize: number().integer().required(),
}).noUnknown();

/** A message. Its text is empty if it has only files. */
export const messageView = object({
  id: id().required(),
  senderId: id().required(),
  text: string().defined(),
  files: array(messageFileView.required()).required(),
  sentAt: instant().required(),
  /** When the other party has read it. */
  readAt: instant().nullable().defined(),
})
  .noUnknown()
  .meta({ id: 'Message' });
export type MessageView = InferType<typeof messageView>;

/** GET /api/jobs/{id}/threads/{pilotId}/messages: a page of messages, newest first. */
export const messageListView = array(messageView.required()).required();

/** False for a message without a visible character and without files. The fields may be invalid, for which they have other errors. */
const hasContent = (written: unknown, fileIds: unknown) =>
  typeof written !== 'string' || isVisible(written) || (Array.isArray(fileIds) && fileIds.length > 0);

/** POST /api/jobs/{id}/threads/{pilotId}/messages. The files are completed uploads with the purpose `message`, by their ids. */
export const messageBody = object({
  text: text(MESSAGE_MAX).defined('Required'),
  fileIds: array(id().required())
    .strict()
    .max(MESSAGE_FILES, `Attach at most ${MESSAGE_FILES} files`)
    .optional(),
})
  .exact()
  .test('content', ({ text: written, fileIds }, context) =>
    hasContent(written, fileIds)
      ? true
      : context.createError({ path: 'text', message: 'Write a message or attach a file' }),
  )
  .required()
  .meta({ id: 'NewMessage' });
export type MessageBody = InferType<typeof messageBody>;

/** The thread of a job's client with one of its pilots, as one of both sees it. */
export const threadView = object({
  jobId: id().required(),
  pilotId: id().required(),
  jobTitle: string().required(),
  /** The name of the other party. */
  otherName: string().required(),
  state: string().oneOf(THREAD_STATES).required(),
  /** Unread messages of the other party. */
  unread: number().integer().required(),
  lastMessage: object({
    id: id().required(),
    senderId: id().required(),
    /** The first characters of the text. */
    excerpt: string().defined(),
    files: number().integer().required(),
    sentAt: instant().required(),
  })
    .noUnknown()
    .nullable()
    .defined(),
})
  .noUnknown()
  .meta({ id: 'Thread' });
export type ThreadView = InferType<typeof threadView>;

/** GET /api/threads: the threads of the user that have messages, unread ones first, then the latest message first. */
export const threadListView = array(threadView.required()).required();

/** GET /api/threads/unread: the number of threads with unread messages. */
export const unreadThreadsView = object({ threads: number().integer().required() })
  .noUnknown()
  .meta({ id: 'UnreadThreads' });
export type UnreadThreadsView = InferType<typeof unreadThreadsView>;

/** POST /api/jobs/{id}/threads/{pilotId}/read: the user has read all messages up to this one. */
export const threadReadBody = object({ upTo: id().required('Name the last message') })
  .exact()
  .required()
  .meta({ id: 'ReadMessages' });
export type ThreadReadBody = InferType<typeof threadReadBody>;

/** PUT /api/jobs/{id}/threads/{pilotId}/block: neither party can write in a blocked thread. */
export const threadBlockBody = object({ blocked: boolean().strict().required() })
  .exact()
  .required()
  .meta({ id: 'ThreadBlock' });
export type ThreadBlockBody = InferType<typeof threadBlockBody>;

/** POST /api/jobs/{id}/threads/{pilotId}/messages/{messageId}/report: reports a message of the other party to the operator. */
export const messageReportBody = object({ reason: reportReason() })
  .exact()
  .required()
  .meta({ id: 'MessageReport' });
export type MessageReportBody = InferType<typeof messageReportBody>;
