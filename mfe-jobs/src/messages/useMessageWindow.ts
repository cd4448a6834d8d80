import { useState } from 'react';
import {
  firstWindow,
  withNewest,
  withOlder,
  type MessagePage,
  type MessageWindow,
} from './message-window.ts';
import { threadsApi, type ThreadKey } from './threads-api.ts';

/**
 * The messages of a thread that the page has read. Live changes only read the newest page again, so a reader of old messages
 * keeps them.
 */
export function useMessageWindow(thread: ThreadKey) {
  const { data: newest, error, refetch, fulfilledTimeStamp } = threadsApi.newest.useQuery(thread);
  const [fetchOlder, older] = threadsApi.older.useLazyQuery();
  const [held, setHeld] = useState<{ page: MessagePage; window: MessageWindow; isBehind: boolean } | null>(
    null,
  );
  if (newest && newest !== held?.page) {
    const window = held ? withNewest(held.window, newest) : firstWindow(newest);
    setHeld({
      page: newest,
      window: window ?? held?.window ?? firstWindow(newest),
      isBehind: window === null,
    });
  }
  return {
    window: held?.window,
    error: held ? undefined : error,
    refetch,
    /** When the newest messages were last read successfully, in ms; undefined before. */
    updatedAt: fulfilledTimeStamp,
    /** Whether messages between the shown and the newest ones are missing. */
    isBehind: held?.isBehind ?? false,
    /** Shows the newest page alone. */
    catchUp: () =>
      setHeld((now) => now && { page: now.page, window: firstWindow(now.page), isBehind: false }),
    older: {
      isLoading: older.isFetching,
      error: older.isFetching ? undefined : older.error,
      load: async () => {
        const before = held?.window.messages[0]?.id;
        if (before === undefined) return;
        const { data } = await fetchOlder({ ...thread, before });
        if (data) setHeld((now) => now && { ...now, window: withOlder(now.window, data) });
      },
    },
  };
}
