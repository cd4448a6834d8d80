import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { paths, type UnreadThreadsView, type UserView } from '@dps/contract';
import { baseApi, THREADS, UNREAD_MESSAGES, useMyJobs } from '@dps/contract/client';
import { notificationsOf, prune, readAfter, unreadOf, type Notification } from './notification.rules.ts';

const threadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The number of threads with unread messages. */
    shellUnreadThreads: build.query<UnreadThreadsView, void>({
      query: () => ({ url: paths.unreadThreads() }),
      providesTags: [THREADS, UNREAD_MESSAGES],
    }),
  }),
});

/** Returns the number of threads with unread messages; 0 while it is unknown. */
export function useUnreadThreads(): number {
  return threadsApi.useShellUnreadThreadsQuery().data?.threads ?? 0;
}

const listeners = new Set<() => void>();

const keyOf = (userId: number) => `readNotifications_${userId}`;

/** Returns the stored text: an equal text means no change. Empty without storage. */
function storedReadIds(userId: number): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

/** Parses the ids of a stored text; none if the text is not valid. */
export function parseReadIds(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text || '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores the ids of the notifications that a user has read. */
function storeReadIds(userId: number, ids: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(ids));
  } catch {
    // Without storage, all notifications are unread again after the next page load.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when read ids change, in this tab or another one. Returns a function that removes it. */
function onReadIdsChange(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** Returns the unread notifications of a user, whether they have loaded, and functions that mark one or all as read. */
export function useNotifications({ id, role }: Pick<UserView, 'id' | 'role'>) {
  const { data: jobs, error, refetch } = useMyJobs();
  const stored = useSyncExternalStore(onReadIdsChange, () => storedReadIds(id));
  const read = useMemo(() => parseReadIds(stored), [stored]);
  const all = useMemo(() => notificationsOf(role, jobs ?? []), [role, jobs]);
  useEffect(() => {
    if (!jobs) return;
    const kept = prune(read, jobs);
    if (kept.length < read.length) storeReadIds(id, kept);
  }, [id, jobs, read]);
  const mark = (some: readonly Notification[]) => storeReadIds(id, readAfter(some, read, jobs ?? []));
  const unread = unreadOf(all, read);
  return {
    ...unread,
    known: jobs !== undefined,
    error,
    retry: () => void refetch(),
    markRead: (one: Notification) => mark([one]),
    /** Marks the shown notifications as read. The next ones follow, so that each one is seen. */
    markAllRead: () => mark(unread.shown),
  };
}
