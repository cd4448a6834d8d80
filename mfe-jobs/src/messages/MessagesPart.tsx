import { Suspense, useState } from 'react';
import type { JobDetailView } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Button, styled } from '@dps/ui';
import { ToneBadge } from '@dps/ui/data';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { DialogPart } from '../job/dialog/DialogPart.tsx';
import { messagesTexts as texts } from '../texts/messages.ts';
import { threadsApi, type ThreadKey } from './threads-api.ts';

const ThreadPanel = onDemand(() => import(/* webpackChunkName: "thread" */ './ThreadPanel.tsx'));

const Actions = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 8,
});

function Thread({ thread }: { thread: ThreadKey }) {
  const [isShown, setShown] = useState(false);
  const { data } = threadsApi.thread.useQuery(thread);
  const toggle = (
    <Actions>
      {!isShown && data && data.unread > 0 && (
        <ToneBadge tone="blue" shape="disc" label={texts.unread(data.unread)} />
      )}
      <Button variant="outlined" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? texts.hide : texts.show}
      </Button>
    </Actions>
  );
  return (
    <DialogPart title={texts.title} action={toggle}>
      {isShown && (
        <Suspense fallback={<LoadingShape text={texts.loading} shape="rows" />}>
          <ThreadPanel thread={thread} place="dialog" />
        </Suspense>
      )}
    </DialogPart>
  );
}

/** The part of a job dialog with the messages of client and pilot, which load when the user shows them; nothing without a pilot. */
export function MessagesPart({ job }: { job: Pick<JobDetailView, 'id' | 'pilotId' | 'formerPilot'> }) {
  const { id: me, role } = useActor();
  const isOwn = job.pilotId === me || job.formerPilot;
  const pilotId = role === 'client' ? job.pilotId : isOwn ? me : null;
  return pilotId === null ? null : <Thread key={pilotId} thread={{ jobId: job.id, pilotId }} />;
}
