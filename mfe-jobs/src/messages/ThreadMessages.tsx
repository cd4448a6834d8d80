import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type Ref,
} from 'react';
import type { MessageView, ThreadView } from '@dps/contract';
import { useCurrentUser, type KeptCall } from '@dps/contract/client';
import { Button, Icon, icons, styled, Typography, VisuallyHidden } from '@dps/ui';
import { LoadMore } from '../page/LoadMore.tsx';
import { messagesTexts as texts } from '../texts/messages.ts';
import { MessageList } from './MessageList.tsx';
import { useIsPageVisible, useToday } from './page-visibility.ts';
import { threadsApi } from './threads-api.ts';
import { firstUnread, unreadIn, type MessageWindow } from './message-window.ts';
import type { useMessageWindow } from './useMessageWindow.ts';
import { WaitingMessages, type TakeBack } from './WaitingMessages.tsx';

const Frame = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  // Files below it leave room for some messages.
  minHeight: 140,
  flex: '1 1 auto',
});
// From its end: the box stays there, and older messages above do not move those on screen.
const Box = styled('div')({
  display: 'flex',
  flexDirection: 'column-reverse',
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  overflowAnchor: 'none',
  overscrollBehavior: 'contain',
  padding: '4px 4px 8px',
  '&:focus-visible': { outline: '2px solid', outlineOffset: -2 },
});
const End = styled('div')({ height: 1 });
const ToEnd = styled('div')({
  position: 'absolute',
  bottom: 12,
  insetInline: 0,
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
  '& > button': { pointerEvents: 'auto' },
});

/** Distance to the end, in px, from which on a reader is at an earlier place. */
const AWAY = 24;

/** Space above the separator of new messages at the start, in px. */
const ABOVE = 12;

/** Returns whether an element is on screen, and its ref. */
function useIsOnScreen() {
  const place = useRef<HTMLDivElement>(null);
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) =>
      setOnScreen(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, isOnScreen };
}

/**
 * Starts a box at the separator of new messages, if there are some. If an older page has the first one, the page loads because its
 * button is near, and the box follows the separator. Keeps what the reader sees when a message is added at the end. Returns the refs
 * of both, the listener of the box, and a way to the end.
 */
function useReadingPlace(lastId: number, firstNew: number | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const separator = useRef<HTMLDivElement>(null);
  const seen = useRef({ lastId, top: 0, height: 0 });
  const remember = () => {
    if (!box.current) return;
    const { scrollTop: top, scrollHeight: height } = box.current;
    seen.current = { lastId, top, height };
  };
  useLayoutEffect(() => {
    const { lastId: before, top, height } = seen.current;
    if (box.current && lastId > before && top < -AWAY)
      box.current.scrollTop = top - (box.current.scrollHeight - height);
    remember();
  });
  useLayoutEffect(() => {
    if (firstNew === undefined || !box.current || !separator.current) return;
    const { top } = separator.current.getBoundingClientRect();
    box.current.scrollTop += top - box.current.getBoundingClientRect().top - ABOVE;
  }, [firstNew]);
  const toEnd = () => {
    if (box.current) box.current.scrollTop = 0;
    remember();
  };
  return { box, separator, remember, toEnd };
}

/**
 * Marks the messages of the thread as read while the newest one is on screen; after an error, when the thread has been read
 * again.
 */
function useMarkRead(
  { jobId, pilotId, unread }: ThreadView,
  newest: number,
  isSeen: boolean,
  updatedAt: number | undefined,
): void {
  const [markRead] = threadsApi.markRead.useMutation();
  const marked = useRef(0);
  const mark = useEffectEvent(async () => {
    marked.current = newest;
    const { error } = await markRead({ jobId, pilotId, upTo: newest });
    if (error) marked.current = 0;
  });
  const dueAt = isSeen && unread > 0 ? updatedAt : undefined;
  useEffect(() => {
    if (dueAt !== undefined && newest > marked.current) void mark();
  }, [dueAt, newest]);
}

interface ThreadMessagesProps {
  thread: ThreadView;
  list: ReturnType<typeof useMessageWindow>;
  window: MessageWindow;
  waiting: readonly KeptCall[];
  /** Takes a refused message that the user edits again, or returns false; null while the thread accepts no messages. */
  onTakeBack: TakeBack | null;
  /** Focuses the field of the next message, while the thread accepts messages. */
  focusField: () => void;
  onReport: (message: MessageView) => void;
  /** Receives a function that shows the end of the thread. */
  showEnd: Ref<() => void>;
}

/** The messages of a thread in a box that starts at the first unread one, or at its end. New ones do not move what the user reads. */
export function ThreadMessages(props: ThreadMessagesProps) {
  const { thread, list, window, waiting, onTakeBack, focusField, onReport, showEnd } = props;
  const { messages, hasOlder } = window;
  const { id: me } = useCurrentUser();
  const { otherName } = thread;
  const newest = messages.at(-1)?.id ?? 0;
  const [first] = useState(newest);
  const [seen, setSeen] = useState(newest);
  const [unread] = useState(() => unreadIn(window, me, thread.unread));
  const firstNew = firstUnread(window, me, unread);
  const { place: end, isOnScreen } = useIsOnScreen();
  const today = useToday();
  const isPageVisible = useIsPageVisible();
  const isSeen = isOnScreen && isPageVisible && !list.isBehind;
  useMarkRead(thread, newest, isSeen, list.updatedAt);
  if (isSeen && seen !== newest) setSeen(newest);
  const { box, separator, remember, toEnd } = useReadingPlace(newest, firstNew);
  useImperativeHandle(showEnd, () => toEnd);
  // A button with the focus disappears.
  const focusBox = () => box.current?.focus({ preventScroll: true });
  const showNewest = () => {
    if (list.isBehind) list.catchUp();
    toEnd();
    focusBox();
  };
  const arrived = messages.filter(({ id, senderId }) => id > seen && senderId !== me);
  const last = messages.findLast(({ id, senderId }) => id > first && senderId !== me);
  return (
    <Frame data-messages>
      <VisuallyHidden role="status">
        {last && texts.thread.announced(otherName, last.text || texts.list.files(last.files.length))}
      </VisuallyHidden>
      <Box
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={texts.thread.label(otherName)}
        onScroll={remember}
      >
        <div>
          {hasOlder && (
            <LoadMore
              isReady={!list.older.isLoading && !list.older.error}
              label={list.older.isLoading ? texts.thread.loadingOlder : texts.thread.older}
              isBusy={list.older.isLoading}
              error={list.older.error}
              fallback={texts.thread.olderFailed}
              onMore={() => void list.older.load()}
            />
          )}
          {messages.length === 0 && waiting.length === 0 && (
            <Typography color="textSecondary">{texts.thread.empty(otherName)}</Typography>
          )}
          <MessageList
            thread={thread}
            messages={messages}
            today={today}
            me={me}
            otherName={otherName}
            firstNew={firstNew}
            newRef={separator}
            onReport={onReport}
          />
          <WaitingMessages
            calls={waiting}
            onTakeBack={onTakeBack}
            onRemoved={onTakeBack ? focusField : focusBox}
          />
          <End ref={end} />
        </div>
      </Box>
      {(arrived.length > 0 || list.isBehind) && !isSeen && (
        <ToEnd>
          <Button
            size="small"
            variant="contained"
            endIcon={<Icon path={icons.chevronDown} size={18} />}
            onClick={showNewest}
          >
            {list.isBehind ? texts.thread.newest : texts.thread.arrived(arrived.length)}
          </Button>
        </ToEnd>
      )}
    </Frame>
  );
}
