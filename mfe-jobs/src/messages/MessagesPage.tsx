import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useCurrentUser } from '@dps/contract/client';
import { ButtonLink, styled, TOP_BAR_HEIGHT, Typography, useMediaQuery, VisuallyHidden } from '@dps/ui';
import { EmptyState, PageHeader } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { Panel } from '../page/Section.tsx';
import { messagesTexts as texts } from '../texts/messages.ts';
import { useUrlState } from '../url-state/useUrlState.ts';
import { MESSAGES_URL, openedThread } from './messages-url.ts';
import { ThreadList } from './ThreadList.tsx';
import { threadsApi, type ThreadKey } from './threads-api.ts';

const ThreadPanel = onDemand(() => import(/* webpackChunkName: "thread" */ './ThreadPanel.tsx'));

/** The media in which the list and the thread follow each other. With larger text, both need more px. */
const NARROW = '(max-width: 47.99em)';

/** The heights of the padding of a page and, on a wide screen, of its heading, in px. */
const PADDING = 48;
const HEADING = 84;

const Columns = styled(Panel)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(240px, 340px) minmax(0, 1fr)',
  height: `calc(100dvh - ${TOP_BAR_HEIGHT + PADDING + HEADING}px)`,
  minHeight: 480,
  // Not clipped: an observer in a box that scrolls then sees what is near this box.
  overflow: 'hidden',
  '& > :first-child': { overflowY: 'auto', borderInlineEnd: `1px solid ${theme.vars.palette.divider}` },
  '& > :last-child': { minWidth: 0, minHeight: 0, padding: 16, overflowY: 'auto' },
}));
const OneThread = styled('div')({ height: `calc(100dvh - ${TOP_BAR_HEIGHT + PADDING}px)`, minHeight: 420 });
const Choose = styled('div')({
  display: 'grid',
  placeContent: 'center',
  height: '100%',
  textAlign: 'center',
});

function NoThreads() {
  const isClient = useCurrentUser().role === 'client';
  const { title, client, pilot, toJobs, toBrowse } = texts.empty;
  return (
    <Panel>
      <EmptyState
        title={title}
        text={isClient ? client : pilot}
        action={
          <ButtonLink to={isClient ? '/jobs' : '/browse-jobs'} variant="outlined">
            {isClient ? toJobs : toBrowse}
          </ButtonLink>
        }
      />
    </Panel>
  );
}

function Opened({ thread, onBack }: { thread: ThreadKey; onBack?: (() => void) | undefined }): ReactNode {
  return (
    <Suspense fallback={<LoadingShape text={texts.loading} shape="rows" />}>
      <ThreadPanel key={`${thread.jobId}-${thread.pilotId}`} thread={thread} place="page" onBack={onBack} />
    </Suspense>
  );
}

/** Focuses the heading when the list replaces a thread, or a thread the list: the link or button with the focus disappears. */
function useFocusAfterChange(isAlone: boolean): void {
  const before = useRef(isAlone);
  useEffect(() => {
    if (before.current !== isAlone) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
    before.current = isAlone;
  }, [isAlone]);
}

/** The threads of the user with the open one: next to each other, or on a phone one after the other. */
export default function MessagesPage() {
  const user = useCurrentUser();
  const isNarrow = useMediaQuery(NARROW, { noSsr: true });
  const { values, change } = useUrlState(MESSAGES_URL);
  const opened = openedThread(values, user);
  const { isEmpty } = threadsApi.threads.useInfiniteQuery(undefined, {
    selectFromResult: ({ data }) => ({ isEmpty: data?.pages[0]?.length === 0 }),
  });
  const open = ({ jobId, pilotId }: ThreadKey) => change({ job: String(jobId), pilot: String(pilotId) });
  const isAlone = isNarrow && opened !== null;
  useFocusAfterChange(isAlone);
  if (isAlone) {
    return (
      <>
        <VisuallyHidden as="h1" tabIndex={-1}>
          {texts.title}
        </VisuallyHidden>
        <OneThread>
          <Opened thread={opened} onBack={() => change({ job: null, pilot: null })} />
        </OneThread>
      </>
    );
  }
  const threads = <ThreadList opened={opened} onOpen={open} />;
  return (
    <>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      {isEmpty && !opened && <NoThreads />}
      {isNarrow && !isEmpty && <Panel>{threads}</Panel>}
      {!isNarrow && (!isEmpty || opened) && (
        <Columns>
          <div>{threads}</div>
          <div>{opened ? <Opened thread={opened} /> : <NoThreadOpen />}</div>
        </Columns>
      )}
    </>
  );
}

function NoThreadOpen() {
  return (
    <Choose>
      <Typography variant="h3" component="p">
        {texts.list.choose}
      </Typography>
      <Typography color="textSecondary">{texts.list.chooseText}</Typography>
    </Choose>
  );
}
