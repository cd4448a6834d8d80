import { paths, type MessageView, type ThreadView } from '@dps/contract';
import { moduleEndpoints, THREADS, UNREAD_MESSAGES, type CallFile } from '@dps/contract/client';
import { invalidates } from '../api.ts';
import { messagesTexts as texts } from '../texts/messages.ts';
import { PAGE } from './message-window.ts';

/** A job and a pilot, who name the thread of the job's client with this pilot. */
export interface ThreadKey {
  jobId: number;
  pilotId: number;
}

/** The number of threads that each page adds. */
export const THREADS_PER_PAGE = 40;

/** Returns the cursor of a thread: unread ones come first, and then those with the latest message. */
function cursorOf({ unread, lastMessage }: ThreadView): string {
  return `${unread > 0 ? 1 : 0}-${lastMessage?.id ?? 0}`;
}

/** What the user writes. */
export interface WrittenMessage {
  text: string;
  files: readonly CallFile[];
}

interface SentMessage extends WrittenMessage {
  idempotencyKey: string;
  jobTitle: string;
}

const pageOf = ({ jobId, pilotId }: ThreadKey) => `${paths.messages(jobId, pilotId)}?limit=${PAGE + 1}`;

/** The calls of threads and messages. */
export const threadsApi = moduleEndpoints(__MODULE_NAME__, __MODULE_VERSION__, (build) => ({
  /** The threads that have messages, unread ones first. Each page has one thread more than it shows, if there are further ones. */
  threads: build.infiniteQuery<ThreadView[], void, string | null>({
    infiniteQueryOptions: {
      initialPageParam: null,
      getNextPageParam: (page) => {
        const last = page.length > THREADS_PER_PAGE ? page[THREADS_PER_PAGE - 1] : undefined;
        return last && cursorOf(last);
      },
    },
    query: ({ pageParam }) => ({
      url: `${paths.threads()}?limit=${THREADS_PER_PAGE + 1}${pageParam === null ? '' : `&after=${pageParam}`}`,
    }),
    providesTags: [THREADS, UNREAD_MESSAGES],
  }),
  /** One thread, also before its first message. It ends with the assignment of its pilot. */
  thread: build.query<ThreadView, ThreadKey>({
    query: ({ jobId, pilotId }) => ({ url: paths.thread(jobId, pilotId) }),
    providesTags: (_thread, _error, { jobId }) => [THREADS, UNREAD_MESSAGES, { type: 'Job', id: jobId }],
  }),
  /** The newest messages of a thread, newest first. */
  newest: build.query<MessageView[], ThreadKey>({
    query: (key) => ({ url: pageOf(key) }),
    providesTags: [THREADS],
  }),
  /** The messages before one. No tag makes them outdated: only their times of reading change. */
  older: build.query<MessageView[], ThreadKey & { before: number }>({
    query: ({ before, ...key }) => ({ url: `${pageOf(key)}&after=${before}` }),
    keepUnusedDataFor: 0,
  }),
  /** A message waits for the network, with the title of its job. It also waits for the upload of its files. */
  send: build.mutation<MessageView, ThreadKey & SentMessage>({
    query: ({ jobId, pilotId, idempotencyKey, jobTitle, text, files }) => ({
      url: paths.messages(jobId, pilotId),
      method: 'POST',
      // An earlier shell does not upload files. Without their ids, the server refuses the message.
      body: { text, fileIds: files.map(({ id }) => id) },
      idempotencyKey,
      whenOffline: { title: texts.offline(jobTitle) },
      ...(files.length > 0 && { files: { jobId, all: files } }),
    }),
    invalidatesTags: invalidates(THREADS),
  }),
  /** Marks all messages up to one as read. The event of the server makes the messages outdated. */
  markRead: build.mutation<unknown, ThreadKey & { upTo: number }>({
    query: ({ jobId, pilotId, upTo }) => ({
      url: paths.readMessages(jobId, pilotId),
      method: 'POST',
      body: { upTo },
    }),
    invalidatesTags: invalidates(UNREAD_MESSAGES),
  }),
  block: build.mutation<unknown, ThreadKey & { blocked: boolean }>({
    query: ({ jobId, pilotId, blocked }) => ({
      url: paths.threadBlock(jobId, pilotId),
      method: 'PUT',
      body: { blocked },
    }),
    invalidatesTags: invalidates(THREADS),
  }),
  /** Reports a message of the other party to the operator. */
  report: build.mutation<unknown, ThreadKey & { messageId: number; reason: string }>({
    query: ({ jobId, pilotId, messageId, reason }) => ({
      url: paths.messageReport(jobId, pilotId, messageId),
      method: 'POST',
      body: { reason },
    }),
  }),
}));
