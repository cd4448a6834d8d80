import { Suspense, useState } from 'react';
import type { JobDetailView, JobStatus } from '@dps/contract';
import { useActor } from '@dps/contract/client';
import { Button } from '@dps/ui';
import { onDemand } from '@dps/ui/on-demand';
import { toast } from '@dps/ui/toast';
import { texts } from '../../texts.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { jobActions } from './job.actions.ts';
import type { Confirmed } from './PilotConfirmDialog.tsx';
import { failureText } from '../failures.ts';
import type { useAcceptJob } from './useAcceptJob.ts';
import { useStatusStep } from './useStatusStep.ts';

interface PilotJobActionsProps {
  job: JobDetailView;
  acceptance: Pick<ReturnType<typeof useAcceptJob>, 'accept' | 'accepting'>;
  onReleased: () => void;
}

const PilotConfirmDialog = onDemand(
  () => import(/* webpackChunkName: "confirm" */ './PilotConfirmDialog.tsx'),
);

/** The buttons for the actions that a pilot may take on a job. */
export function PilotJobActions({ job, acceptance, onReleased }: PilotJobActionsProps) {
  const { release, accept, recordPayment, advanceTo } = jobActions(useActor(), job);
  const [confirming, setConfirming] = useState<Confirmed | null>(null);
  const { step, busy } = useStatusStep(job);
  const next = recordPayment ? 'paid' : advanceTo;
  const advance = async (status: JobStatus, progress?: 100) => {
    const error = await step(status, progress);
    const { statusFailed } = texts.toasts;
    if (error) toast({ ...statusFailed, description: failureText(error, statusFailed.description) });
  };
  const start = (status: JobStatus) => {
    if (status === 'in-progress') void advance(status);
    else if (status !== 'pending') setConfirming(status);
  };
  return (
    <>
      {release && <Button onClick={() => setConfirming('release')}>{texts.job.release}</Button>}
      {/* All steps share one button, so that the focus stays on it. */}
      {next && (
        <AdvanceButton
          variant="contained"
          color={recordPayment ? 'accent' : 'primary'}
          busy={busy}
          onStep={() => start(next)}
        >
          {texts.job.markAs(next)}
        </AdvanceButton>
      )}
      {accept && (
        <AdvanceButton
          variant="contained"
          color="accent"
          busy={acceptance.accepting}
          onStep={acceptance.accept}
        >
          {texts.job.accept}
        </AdvanceButton>
      )}
      {confirming && (
        <Suspense fallback={null}>
          <PilotConfirmDialog
            kind={confirming}
            job={job}
            onClose={() => setConfirming(null)}
            onReleased={onReleased}
            onStep={(status, progress) => {
              setConfirming(null);
              void advance(status, progress);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
