import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { UserView } from '@dps/contract';
import { useMyJobs } from '@dps/contract/client';
import { notificationsOf, prune, readAfter, unreadOf, type Notification } from './notification.rules.ts';
import { onReadIdsChange, parseReadIds, storedReadIds, storeReadIds } from './read-notifications.ts';

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
