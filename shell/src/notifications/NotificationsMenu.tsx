import { useCallback, useEffect, useId, useState } from 'react';
import type { UserView } from '@dps/contract';
import { Icon, IconButton, icons, styled, VisuallyHidden } from '@dps/ui';
import { Badge, ErrorNotice, LoadingNotice, Popover } from '@dps/ui/data';
import { texts } from '../texts/first-load.ts';
import { frameTexts } from '../texts/frame.ts';
import type { NotificationList } from './NotificationList.tsx';
import { useNotifications, useUnreadThreads } from './useNotifications.ts';

const None = styled('p')(({ theme }) => ({
  margin: 0,
  padding: '32px 16px',
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
}));

/** Loads the code of the list after the bell. The menu loads it again if it opens without it, for example after a lost network. */
function useList() {
  const [list, setList] = useState<{ Component: typeof NotificationList } | null>(null);
  const load = useCallback(() => {
    import(/* webpackChunkName: "late" */ './NotificationList.tsx').then(
      ({ NotificationList: Component }) => setList({ Component }),
      () => undefined,
    );
  }, []);
  useEffect(load, [load]);
  return { list, load };
}

/** The bell with the number of unread notifications and threads, and its list. */
export function NotificationsMenu({ user }: { user: UserView }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [now, setNow] = useState(() => new Date());
  const { count, shown, known, error, retry, markRead, markAllRead } = useNotifications(user);
  const threads = useUnreadThreads();
  const all = count + threads;
  const titleId = useId();
  const open = anchor !== null;
  const { list, load } = useList();
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setNow(new Date());
          if (!list) load();
        }}
      >
        <Badge badgeContent={all} color="accent" max={99} slotProps={{ badge: { 'aria-hidden': true } }}>
          <Icon path={icons.bell} />
        </Badge>
        <VisuallyHidden>
          {all > 0 ? frameTexts.notifications.unread(all) : frameTexts.notifications.title}
        </VisuallyHidden>
      </IconButton>
      <Popover
        open={open}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': titleId } }}
      >
        {!list && <LoadingNotice text={texts.loading} />}
        {list && (
          <list.Component
            titleId={titleId}
            loading={!known && !error}
            count={count}
            threads={threads}
            shown={shown}
            now={now}
            onFollow={(notification) => {
              markRead(notification);
              close();
            }}
            onFollowThreads={close}
            onMarkAllRead={markAllRead}
          >
            {error && (
              <ErrorNotice error={error} fallback={frameTexts.notifications.failed} onRetry={retry} />
            )}
            {known && all === 0 && <None role="status">{frameTexts.notifications.none}</None>}
          </list.Component>
        )}
      </Popover>
    </>
  );
}
