import { Injectable } from '@nestjs/common';
import {
  MESSAGES_PAGE_LIMIT,
  type Actor,
  type MessageFileParameters,
  type MessagesQuery,
  type MessageView,
  type ThreadParameters,
  type ThreadsQuery,
  type ThreadView,
  type UnreadThreadsView,
} from '@dps/contract';
import { PreparedReads } from '../../platform/database/prepared-reads.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { SentFile } from '../../platform/http/file-response.ts';
import { mapPage, toPage, toSlice, toSortedSlice, type Page } from '../../platform/http/paging/keyset.ts';
import { JobFileReader } from '../job-files/job-file.reader.ts';
import { ABOVE_EVERY_ID } from '../jobs/job.queries.ts';
import { requireParty, type ThreadFacts } from './thread.policy.ts';
import {
  FILE_OF_THREAD,
  MESSAGES_OF_THREAD,
  THREAD,
  THREADS_OF_USER,
  toThreadView,
  UNREAD_THREADS,
  type ListedThreadRow,
  type MessagePageRow,
  type ThreadRow,
} from './thread.queries.ts';

/** Reads threads for their parties, each call in one statement. Other users get `not_found`. */
@Injectable()
export class ThreadReader {
  constructor(
    private readonly reads: PreparedReads,
    private readonly files: JobFileReader,
  ) {}

  /** Returns the threads of the actor that have messages: unread ones first, then the latest message first. */
  async list({ id }: Actor, query: ThreadsQuery): Promise<Page<ThreadView>> {
    const { limit, below, key } = toSortedSlice({ limit: MESSAGES_PAGE_LIMIT, ...query });
    const values = [id, key !== '0', below ?? ABOVE_EVERY_ID, limit + 1];
    const rows = await this.reads.rows<ListedThreadRow>(THREADS_OF_USER, values);
    const cursorOf = (row: ListedThreadRow) => `${Number(row.isUnread)}-${row.id}`;
    return mapPage(toPage(rows, limit, cursorOf), toThreadView);
  }

  /** Counts the threads of the actor with unread messages. */
  async unread({ id }: Actor): Promise<UnreadThreadsView> {
    const [counted] = await this.reads.rows<UnreadThreadsView>(UNREAD_THREADS, [id]);
    return counted ?? { threads: 0 };
  }

  /** Returns a thread, also before its first message. Throws `not_found`. */
  async thread(actor: Actor, { id, pilotId }: ThreadParameters): Promise<ThreadView> {
    const [row] = await this.reads.rows<ThreadFacts & ThreadRow>(THREAD, [id, pilotId, actor.id]);
    return toThreadView(forParty(actor, row, pilotId));
  }

  /** Returns a page of messages, newest first. Throws `not_found`. */
  async messages(
    actor: Actor,
    { id, pilotId }: ThreadParameters,
    query: MessagesQuery,
  ): Promise<Page<MessageView>> {
    const { limit, below } = toSlice({ limit: MESSAGES_PAGE_LIMIT, ...query });
    const values = [id, pilotId, below ?? ABOVE_EVERY_ID, limit + 1];
    const [row] = await this.reads.rows<MessagePageRow>(MESSAGES_OF_THREAD, values);
    return toPage(forParty(actor, row, pilotId).messages, limit);
  }

  /** Returns a sent file of a thread. Throws `not_found`. */
  async file(actor: Actor, { id, pilotId, fileId }: MessageFileParameters): Promise<SentFile> {
    const values = [id, pilotId, fileId];
    const [row] = await this.reads.rows<ThreadFacts & { fileId: number | null }>(FILE_OF_THREAD, values);
    const found = forParty(actor, row, pilotId).fileId;
    if (found === null) throw new DomainError('not_found');
    return this.files.ofMessage(found);
  }
}

/** Returns the row of a thread whose party the actor is. Throws `not_found`. */
function forParty<Row extends ThreadFacts>(actor: Actor, row: Row | undefined, pilotId: number): Row {
  if (!row) throw new DomainError('not_found');
  requireParty('messages.read', actor, row, pilotId);
  return row;
}
