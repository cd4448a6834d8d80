import { Suspense, useCallback, useRef, useState } from 'react';
import type { MessageView, ThreadView } from '@dps/contract';
import { isApiError } from '@dps/contract/client';
import { styled } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { QueryError } from '../page/QueryError.tsx';
import { messagesTexts as texts } from '../texts/messages.ts';
import { Composer, type ComposerHandle } from './Composer.tsx';
import { ThreadHead } from './ThreadHead.tsx';
import { ThreadMessages } from './ThreadMessages.tsx';
import { threadsApi, type ThreadKey } from './threads-api.ts';
import { useMessageWindow } from './useMessageWindow.ts';
import { useWaitingMessages } from './WaitingMessages.tsx';

const ReportDialog = onDemand(() => import(/* webpackChunkName: "confirm" */ '../reports/ReportDialog.tsx'));

const Panel = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minHeight: 0,
  height: '100%',
  '&[data-place="dialog"]': { height: 'auto', '& > [data-messages]': { maxHeight: 'min(420px, 50vh)' } },
});

interface ThreadPanelProps {
  thread: ThreadKey;
  place: 'dialog' | 'page';
  /** Leads back to the list of threads, on a phone. */
  onBack?: (() => void) | undefined;
}

function Conversation({ thread, place, onBack }: Omit<ThreadPanelProps, 'thread'> & { thread: ThreadView }) {
  const { jobId, pilotId } = thread;
  const list = useMessageWindow({ jobId, pilotId });
  const waiting = useWaitingMessages(thread, list.window?.messages.at(-1)?.id ?? 0);
  const isOpen = thread.state === 'open';
  const [reported, setReported] = useState<MessageView | null>(null);
  const [report] = threadsApi.report.useMutation();
  const composer = useRef<ComposerHandle>(null);
  const showEnd = useRef<() => void>(null);
  // The thread is read again. Alone, the sent message would hide a gap before it.
  const sent = () => {
    if (list.isBehind) list.catchUp();
    showEnd.current?.();
  };
  const onReport = useCallback((message: MessageView) => setReported(message), []);
  return (
    <Panel data-place={place}>
      <ThreadHead thread={thread} place={place} onBack={onBack} />
      {!list.window && !list.error && <LoadingShape text={texts.loading} shape="rows" />}
      <QueryError error={list.error} fallback={texts.failed} onRetry={list.refetch} />
      {list.window && (
        <ThreadMessages
          thread={thread}
          list={list}
          window={list.window}
          waiting={waiting}
          onTakeBack={isOpen ? (message) => composer.current?.takeBack(message) === true : null}
          focusField={() => composer.current?.focus()}
          onReport={onReport}
          showEnd={showEnd}
        />
      )}
      {isOpen && (
        <Composer
          ref={composer}
          thread={thread}
          messages={list.window?.messages ?? []}
          isMain={place === 'page'}
          onSent={sent}
        />
      )}
      {reported && (
        <Suspense>
          <ReportDialog
            kind="message"
            author={thread.otherName}
            send={(reason) => report({ jobId, pilotId, messageId: reported.id, reason }).unwrap()}
            onClose={() => setReported(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** A thread: its messages and, while it is open, the form for the next one. Loads on demand. */
export default function ThreadPanel({ thread: key, ...props }: ThreadPanelProps) {
  const { data: thread, error, refetch } = threadsApi.thread.useQuery(key);
  const isUnknown = isApiError(error) && error.status === 404;
  const shownError = isUnknown ? { ...error, userMessage: texts.unavailable } : error;
  if (thread && !isUnknown) return <Conversation thread={thread} {...props} />;
  return error ? (
    <QueryError error={shownError} fallback={texts.failed} onRetry={refetch} />
  ) : (
    <LoadingShape text={texts.loading} shape="rows" />
  );
}
