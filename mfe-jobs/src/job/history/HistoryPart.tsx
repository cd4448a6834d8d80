import { Suspense, useState } from 'react';
import { Button } from '@dps/ui';
import { LoadingShape } from '@dps/ui/loading-shape';
import { onDemand } from '@dps/ui/on-demand';
import { texts } from '../../texts.ts';
import { DialogPart } from '../dialog/DialogPart.tsx';

const HistoryList = onDemand(() => import('./HistoryList.tsx'));

/** The part of the job dialog with the history, which loads when the user shows it. */
export function HistoryPart({ jobId }: { jobId: number }) {
  const [shown, setShown] = useState(false);
  const toggle = (
    <Button variant="outlined" aria-expanded={shown} onClick={() => setShown(!shown)}>
      {shown ? texts.job.hideHistory : texts.job.showHistory}
    </Button>
  );
  return (
    <DialogPart title={texts.job.history} action={toggle}>
      {shown && (
        <Suspense fallback={<LoadingShape text={texts.loading} shape="rows" />}>
          <HistoryList jobId={jobId} />
        </Suspense>
      )}
    </DialogPart>
  );
}
