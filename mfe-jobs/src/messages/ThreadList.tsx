import { memo, type MouseEvent } from 'react';
import { formatInstant, formatInstantDay, localDay, type ThreadView } from '@dps/contract';
import { useCurrentUser } from '@dps/contract/client';
import { FONT_SIZES, styled, Typography, VisuallyHidden } from '@dps/ui';
import { Badge } from '@dps/ui/data';
import { Literal } from '@dps/ui/literal';
import { LoadingShape } from '@dps/ui/loading-shape';
import { Link } from '@dps/ui/router';
import { ONE_LINE } from '../job/table/JobName.tsx';
import { LoadMore } from '../page/LoadMore.tsx';
import { QueryError } from '../page/QueryError.tsx';
import { messagesTexts } from '../texts/messages.ts';
import { timeOf } from './message-days.ts';
import { messagesPath } from './messages-url.ts';
import { useToday } from './page-visibility.ts';
import { THREADS_PER_PAGE, threadsApi, type ThreadKey } from './threads-api.ts';

const texts = messagesTexts.list;

const Threads = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });
const Item = styled('li')(({ theme }) => ({
  // The browser lays out those near the window.
  contentVisibility: 'auto',
  containIntrinsicHeight: 'auto 85px',
  '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
const ToThread = styled(Link)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '2px 12px',
  padding: '12px 16px',
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-current="true"]': {
    backgroundColor: `rgba(${theme.vars.palette.primary.mainChannel} / 0.1)`,
    boxShadow: `inset 3px 0 ${theme.vars.palette.primary.main}`,
  },
  // Outside the link, the edge of the list would clip the focus ring.
  '&:focus-visible': { outlineOffset: -2 },
}));
const Name = styled('span')({
  ...ONE_LINE,
  fontSize: FONT_SIZES.s,
  fontWeight: 550,
  '[data-unread="true"] &': { fontWeight: 650 },
});
const Line = styled(Typography)({ ...ONE_LINE, gridColumn: '1' });
const Excerpt = styled(Line)(({ theme }) => ({
  '[data-unread="true"] &': { fontWeight: 550, color: theme.vars.palette.text.primary },
}));
const Count = styled('span')({ gridColumn: 2, alignSelf: 'center', justifySelf: 'end', padding: '0 9px' });
const More = styled('div')({ padding: 12 });

/** The last message in one line: "You: On my way" or "2 files". */
function excerptOf({ lastMessage }: ThreadView, me: number): string {
  if (!lastMessage) return '';
  const { excerpt, files, senderId } = lastMessage;
  const text = excerpt || texts.files(files);
  return senderId === me ? texts.you(text) : text;
}

function shortTime(instant: string, today: string): string {
  return localDay(new Date(instant)) === today ? timeOf(instant) : formatInstantDay(instant);
}

interface ThreadLinkProps {
  thread: ThreadView;
  isOpen: boolean;
  today: string;
  onOpen: (thread: ThreadKey) => void;
}

// A further page does not render the earlier links again.
const ThreadLink = memo(function ThreadLink({ thread, isOpen, today, onOpen }: ThreadLinkProps) {
  const { id: me } = useCurrentUser();
  const { otherName, jobTitle, unread, lastMessage } = thread;
  const open = (event: MouseEvent) => {
    // Other clicks open it in a tab or a window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(thread);
  };
  return (
    <Item>
      <ToThread
        to={messagesPath(thread)}
        data-unread={unread > 0}
        onClick={open}
        {...(isOpen && { 'aria-current': 'true' })}
      >
        <Name dir="auto">
          <Literal>{otherName}</Literal>
        </Name>
        {lastMessage && (
          <Typography
            variant="caption"
            color="textSecondary"
            component="time"
            dateTime={lastMessage.sentAt}
            title={formatInstant(lastMessage.sentAt)}
          >
            {shortTime(lastMessage.sentAt, today)}
          </Typography>
        )}
        <Line variant="caption" color="textSecondary" dir="auto">
          {jobTitle}
        </Line>
        <Excerpt variant="body2" color="textSecondary" dir="auto">
          {excerptOf(thread, me)}
        </Excerpt>
        {unread > 0 && (
          <Count>
            <Badge
              badgeContent={unread}
              color="accent"
              max={99}
              slotProps={{ badge: { 'aria-hidden': true } }}
            />
            <VisuallyHidden>{messagesTexts.unread(unread)}</VisuallyHidden>
          </Count>
        )}
      </ToThread>
    </Item>
  );
});

interface ThreadListProps {
  opened: ThreadKey | null;
  onOpen: (thread: ThreadKey) => void;
}

/** The threads of the user, unread ones first. */
export function ThreadList({ opened, onOpen }: ThreadListProps) {
  const today = useToday();
  const list = threadsApi.threads.useInfiniteQuery();
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = list;
  const threads = data?.pages.flatMap((page) => page.slice(0, THREADS_PER_PAGE));
  const isOpen = ({ jobId, pilotId }: ThreadView) => opened?.jobId === jobId && opened.pilotId === pilotId;
  return (
    <>
      {!threads && !error && <LoadingShape text={texts.loading} shape="rows" count={4} inset />}
      <QueryError
        error={isFetchNextPageError ? undefined : error}
        fallback={texts.failed}
        onRetry={list.refetch}
      />
      {threads && (
        <Threads aria-label={texts.label}>
          {threads.map((thread) => (
            <ThreadLink
              key={`${thread.jobId}-${thread.pilotId}`}
              thread={thread}
              isOpen={isOpen(thread)}
              today={today}
              onOpen={onOpen}
            />
          ))}
        </Threads>
      )}
      {hasNextPage && (
        <More>
          <LoadMore
            isReady={!error && !isFetching}
            label={isFetchingNextPage ? texts.loadingMore : texts.more}
            isBusy={isFetching}
            error={isFetchNextPageError ? error : undefined}
            fallback={texts.failed}
            onMore={() => void list.fetchNextPage()}
          />
        </More>
      )}
    </>
  );
}
